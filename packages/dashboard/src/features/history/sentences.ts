// Says in a sentence who did what to a link.
import type { ChangeRecord, HistoryEntry } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { fieldNames } from './field-names.ts'
import { historyMessages } from './messages.ts'

/** How the API calls somebody whose account was deleted. */
const deletedPerson = 'deleted person'

/** Such as `Ana`, or `API key Newsletter`. */
export function actorName({ kind, name }: Omit<ChangeRecord['by'], 'id'>, language: Language): string {
  const { by } = historyMessages(language)
  if (kind === 'person') return name === deletedPerson ? by.deleted : name || by.unknown
  const words = by[kind]
  return typeof words === 'string' ? words : words(name)
}

/** Such as `changed the destination`. */
export function deedOf({ action, changes, undoes }: HistoryEntry, language: Language): string {
  const { did } = historyMessages(language)
  const fields = fieldNames(
    changes.map(({ field }) => field),
    language,
  )
  if (undoes !== null) return did.undid(action === 'updated' ? fields : '')
  if (action !== 'updated') return did[action]
  return fields ? did.updated(fields) : did.changed
}

export const sentenceOf = (entry: HistoryEntry, language: Language): string =>
  `${actorName(entry.by, language)} ${deedOf(entry, language)}`
