// The messages of the panel of one link.
import { messagesFor } from '@linnet/languages'
import { linkPanel } from '@linnet/languages/en/links/panel'
import type { LinkValues } from './values.ts'

export const panelMessages = messagesFor('linkPanel', linkPanel)

/** The messages that name fields; other fields have a message of their own name. */
const names = {
  long_url: 'destination',
  title: 'name',
  custom_slug: 'code',
  domain_alias: 'domain',
  has_password: 'password',
  archive_at: 'archives',
  expired_at: 'expires',
} as const satisfies Partial<Record<keyof LinkValues, string>>

type NamedField = keyof typeof names
type FieldMessage = (typeof names)[NamedField] | Exclude<keyof LinkValues, NamedField>

/** The display name of a field. */
export function fieldName(text: Pick<typeof linkPanel, FieldMessage>, field: keyof LinkValues): string {
  return text[field in names ? names[field as NamedField] : (field as FieldMessage)]
}
