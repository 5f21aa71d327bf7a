// The names of what conditions can be about, in the current language: countries, languages, days and lists of them.
import { countryCodes, weekdays } from '@linnet/contract/rule-values'
import type { Language } from '@linnet/languages'

export interface RuleNames {
  country(code: string): string
  language(tag: string): string
  weekday(day: string): string
  moment(seconds: number): string
  /** `a, b or c`. */
  anyOf(values: readonly string[]): string
  /** `a, b and c`. */
  allOf(values: readonly string[]): string
}

const made = new Map<Language, RuleNames>()

/** Made when a link with rules is first shown: their formats take a slow phone a while. */
export function ruleNamesIn(language: Language): RuleNames {
  const names = made.get(language) ?? makeNames(language)
  made.set(language, names)
  return names
}

function makeNames(language: Language): RuleNames {
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  const weekdayFormat = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const momentFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const any = new Intl.ListFormat(language, { type: 'disjunction' })
  const all = new Intl.ListFormat(language, { type: 'conjunction' })
  return {
    country: nameIn(regions),
    language: nameIn(languages),
    weekday: (day) => weekdayFormat.format(mondayMilliseconds + days.indexOf(day) * 86_400_000),
    moment: (seconds) => momentFormat.format(seconds * 1000),
    anyOf: (values) => any.format(values),
    allOf: (values) => all.format(values),
  }
}

const days: readonly string[] = weekdays
// Monday, 5 January 1970.
const mondayMilliseconds = Date.UTC(1970, 0, 5)

/** The name of a code; what isn't a code that has a name stays as it is. */
function nameIn(names: Intl.DisplayNames) {
  return (code: string): string => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}

/** All countries, by name. */
export function countriesByName(names: RuleNames): string[] {
  return [...countryCodes].toSorted((one, other) => names.country(one).localeCompare(names.country(other)))
}

// The languages that browsers offer most: others can be set by the API.
const tags =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jv ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'.split(
    ' ',
  )

/** The languages that can be chosen, by name. */
export function languagesByName(names: RuleNames): string[] {
  return tags.toSorted((one, other) => names.language(one).localeCompare(names.language(other)))
}
