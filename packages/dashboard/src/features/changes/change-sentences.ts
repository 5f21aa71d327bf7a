// Says in a sentence what a change did, to one thing or to many.
import type { ChangeAction, ChangeRecord } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { historyMessages } from '../history/messages.ts'
import { actorName } from '../history/sentences.ts'

interface Deed {
  /** Such as `changed the link`, which the name of the link follows, or `archived 12 links`. */
  text: string
  /** What the sentence ends with, if it is about one thing that has a name. */
  thing: ChangeRecord['things'][number] | undefined
}

export function deedOfChange({ things, total, undoes }: ChangeRecord, language: Language): Deed {
  const { verbs, undid, named, things: counted } = historyMessages(language).changes
  const same = <Value>(values: readonly Value[]) => (new Set(values).size === 1 ? values[0] : undefined)
  const action = same(things.map((thing) => thing.action)) ?? 'updated'
  const kind = action === 'reordered' ? 'order' : (same(things.map((thing) => thing.kind)) ?? 'mixed')
  const undoing: Partial<Record<ChangeAction, string>> = undid
  const verb = undoes === null ? verbs[action] : (undoing[action] ?? undid.updated)
  const thing = total === 1 && things[0]?.name ? things[0] : undefined
  const what = thing && kind !== 'mixed' ? named[kind] : counted[kind](total)
  return { text: `${verb} ${what}`, thing }
}

export function sentenceOfChange(change: ChangeRecord, language: Language): string {
  const { text, thing } = deedOfChange(change, language)
  return [actorName(change.by, language), text, thing?.name].filter(Boolean).join(' ')
}
