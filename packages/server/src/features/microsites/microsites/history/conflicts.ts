// The refusals of undoing a change of a microsite or a component.
import { detailOf, Refusal } from '@linnet/contract'

/** `fields` are those that changed, as the API names them. */
export function changedSince(fields: readonly string[]): Refusal {
  const names = [...new Set(fields)]
  return new Refusal(
    'undo_conflict',
    `The microsite has been changed since: ${names.join(', ')}. Undo the later changes first, or change it again.`,
    names.map((name) => detailOf(name, { code: 'changed_since' })),
  )
}

export function goneSince(what: 'microsite' | 'component'): Refusal {
  return new Refusal('undo_conflict', `The ${what} has been deleted since. Undo that first.`)
}
