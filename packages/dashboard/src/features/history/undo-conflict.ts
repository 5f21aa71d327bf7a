// Why a change can't be undone: what has been changed since, in words.
import type { Language } from '@linnet/languages'
import type { ApiError } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { fieldNames } from './field-names.ts'
import { historyMessages } from './messages.ts'

export function conflictMessage(error: ApiError, language: Language): string {
  const fields = error.details.filter(({ code }) => code === 'changed_since').map(({ path }) => path)
  return fields.length > 0 ? changedSince(fields, language) : messageOf(error, language)
}

/** Such as `Changed again since: destination and tags. Undo the later changes first.` */
export function changedSince(fields: readonly string[], language: Language): string {
  return historyMessages(language).changedSince(fieldNames(fields, language))
}
