// The state of a draft and how changes and saves affect it, independent of forms and storage.

export interface DraftState<Values> {
  /** The saved values when the first change was made. */
  base: Values
  /** Only the changed fields. */
  changes: Partial<Values>
}

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Adds these values; one that equals the saved value is no change. `saved` is the base of a draft without changes. */
export function changed<Values extends object>(
  { base, changes }: DraftState<Values>,
  saved: Values,
  values: Partial<Values>,
): DraftState<Values> {
  const from = Object.keys(changes).length > 0 ? base : saved
  return {
    base: from,
    changes: chosen({ ...changes, ...values }, (field, value) => !isSame(value, from[field])),
  }
}

/** Moves to another saved state. Changes stay, except in the fields whose saved value is taken. */
export function rebased<Values extends object>(
  { changes }: DraftState<Values>,
  to: Values,
  taken: readonly (keyof Values)[],
): DraftState<Values> {
  const isLeft = (field: keyof Values, value: unknown) => !taken.includes(field) && !isSame(value, to[field])
  return { base: to, changes: chosen(changes, isLeft) }
}

/** Moves to the state after a save. What was changed while it was sent still has to be saved. */
export function afterSave<Values extends object>(
  { changes }: DraftState<Values>,
  to: Values,
  sent: Partial<Values>,
): DraftState<Values> {
  const isLeft = (field: keyof Values, value: unknown) =>
    !(field in sent && isSame(value, sent[field])) && !isSame(value, to[field])
  return { base: to, changes: chosen(changes, isLeft) }
}

/** The part of it that may be stored; null if there is none. */
export function storable<Values extends object>(
  { base, changes }: DraftState<Values>,
  unstored: readonly (keyof Values)[],
): DraftState<Values> | null {
  const stored = chosen(changes, (field) => !unstored.includes(field))
  return Object.keys(stored).length > 0 ? { base, changes: stored } : null
}

/** The fields that were changed elsewhere since, and those that also have a different change here. */
export function changedElsewhere<Values extends object>(
  current: Values,
  since: Values,
  changes: Partial<Values>,
): { elsewhere: (keyof Values)[]; conflicts: (keyof Values)[] } {
  const elsewhere = (Object.keys(current) as (keyof Values)[]).filter(
    (field) => !isSame(current[field], since[field]),
  )
  const conflicts = elsewhere.filter((field) => field in changes && !isSame(changes[field], current[field]))
  return { elsewhere, conflicts }
}

function chosen<Values extends object>(
  changes: Partial<Values>,
  isChosen: (field: keyof Values, value: unknown) => boolean,
): Partial<Values> {
  const entries = Object.entries(changes).filter(([field, value]) => isChosen(field as keyof Values, value))
  return Object.fromEntries(entries) as Partial<Values>
}
