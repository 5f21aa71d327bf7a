// Chooses the visitor's language from Accept-Language (RFC 9110, section 12.5.4).
import { defaultLanguage, type Language, languages, languageTags } from './languages.ts'

type Range = { tag: string; weight: number; position: number }
type Preference = { weight: number; named: boolean; position: number }

const unwanted: Preference = { weight: 0, named: false, position: Number.POSITIVE_INFINITY }
// Browsers send five or six, but a header can have thousands.
const mostRanges = 50
const weightPattern = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

function parseRange(text: string, position: number): Range[] {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (tag === '' || parameters.length > 1) return []
  const parameter = parameters[0]
  if (parameter === undefined) return [{ tag: tag.toLowerCase(), weight: 1, position }]
  const weight = weightPattern.exec(parameter)?.[1]
  return weight === undefined ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight), position }]
}

function preferenceFor(codes: readonly string[], ranges: Range[]): Preference {
  const named = ranges.filter((range) => codes.includes(range.tag.split('-', 1)[0] ?? ''))
  const matches = named.length > 0 ? named : ranges.filter((range) => range.tag === '*')
  const best = matches.toSorted((a, b) => b.weight - a.weight || a.position - b.position)[0]
  return best ? { weight: best.weight, named: named.length > 0, position: best.position } : unwanted
}

/**
 * The language with the highest weight; of equal ones, one that the header names comes before one that only `*` matches,
 * and then the one named first. The default language if none matches.
 */
export function languageOf(acceptLanguage: string | null): Language {
  const ranges = (acceptLanguage ?? '').split(',', mostRanges).flatMap(parseRange)
  const [best] = languageTags
    .map((tag) => ({ tag, ...preferenceFor([tag, ...languages[tag].otherTags], ranges) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || Number(b.named) - Number(a.named) || a.position - b.position)
  return best?.tag ?? defaultLanguage
}
