// The names of fields within sentences.
import type { Language } from '@linnet/languages'
import { formatsIn } from '../../lib/language-formats.ts'
import { historyMessages } from './messages.ts'

const mostNamed = 3

/** The name of a field as the API calls it. One of a newer server than this page keeps that name. */
export function nameOfField(field: string, language: Language): string {
  const names: Partial<Record<string, string>> = historyMessages(language).fields
  return names[field] ?? field.replaceAll('_', ' ')
}

/** Such as `destination, title and 2 more`. */
export function fieldNames(fields: readonly string[], language: Language): string {
  const names = fields.map((field) => nameOfField(field, language))
  const { more } = historyMessages(language)
  return formatsIn(language).list(
    names.length > mostNamed ? [...names.slice(0, mostNamed - 1), more(names.length - mostNamed + 1)] : names,
  )
}
