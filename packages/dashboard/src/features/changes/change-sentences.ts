// Says in a sentence what a change did, which may be to many things.
import type { ChangeRecord } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { historyMessages } from '../history/messages.ts'
import { actorName } from '../history/sentences.ts'

/** Such as `changed a link`, or `archived 12 links`. */
export function deedOfChange({ things, total, undoes }: ChangeRecord, language: Language): string {
  const { verbs, things: nouns, undid } = historyMessages(language).changes
  const same = <Value>(values: readonly Value[]) => (new Set(values).size === 1 ? values[0] : undefined)
  const action = same(things.map((thing) => thing.action))
  const kind = same(things.map((thing) => thing.kind))
  const deed = `${verbs[action ?? 'updated']} ${nouns[kind ?? 'mixed'](total)}`
  return undoes === null ? deed : `${undid} ${deed}`
}

export const sentenceOfChange = (change: ChangeRecord, language: Language): string =>
  `${actorName(change.by, language)} ${deedOfChange(change, language)}`
