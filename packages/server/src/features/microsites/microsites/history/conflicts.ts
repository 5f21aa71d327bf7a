// The refusals of undoing a change of a microsite or a component.
import { Refusal } from '@linnet/contract'

export function changedSince(what: 'microsite' | 'component', fields: readonly string[] = []): Refusal {
  const named = fields.length > 0 ? `: ${[...new Set(fields)].join(', ')}` : ''
  return new Refusal(
    'undo_conflict',
    `The ${what} has been changed since${named}. Undo the later changes first, or change it again.`,
  )
}

export function goneSince(what: 'microsite' | 'component'): Refusal {
  return new Refusal('undo_conflict', `The ${what} has been deleted since. Undo that first.`)
}
