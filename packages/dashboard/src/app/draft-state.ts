// What a draft holds, and how it goes on from change to change and from save to save: without form and storage.

export interface Kept<Values> {
  /** What was saved when the changing began. */
  base: Values
  /** The changed fields alone. */
  changes: Partial<Values>
}

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Goes on with these values too; what is as it was saved is no change. `saved` is what an unchanged draft begins from. */
export function changed<Values extends object>(
  { base, changes }: Kept<Values>,
  saved: Values,
  values: Partial<Values>,
): Kept<Values> {
  const from = Object.keys(changes).length > 0 ? base : saved
  return {
    base: from,
    changes: chosen({ ...changes, ...values }, (field, value) => !isSame(value, from[field])),
  }
}

/** Goes on from another saved state: changes stay, but those of the fields to be taken over. */
export function rebased<Values extends object>(
  { changes }: Kept<Values>,
  to: Values,
  taken: readonly (keyof Values)[],
): Kept<Values> {
  const isLeft = (field: keyof Values, value: unknown) => !taken.includes(field) && !isSame(value, to[field])
  return { base: to, changes: chosen(changes, isLeft) }
}

/** Goes on from what was saved of these changes: what was changed while they were sent is still to be saved. */
export function settled<Values extends object>(
  { changes }: Kept<Values>,
  to: Values,
  sent: Partial<Values>,
): Kept<Values> {
  const isLeft = (field: keyof Values, value: unknown) =>
    !(field in sent && isSame(value, sent[field])) && !isSame(value, to[field])
  return { base: to, changes: chosen(changes, isLeft) }
}

/** What a storage may hold of it: null where that is nothing. */
export function storable<Values extends object>(
  { base, changes }: Kept<Values>,
  unkept: readonly (keyof Values)[],
): Kept<Values> | null {
  const kept = chosen(changes, (field) => !unkept.includes(field))
  return Object.keys(kept).length > 0 ? { base, changes: kept } : null
}

/** What was changed elsewhere since, and which of that was changed here too, to something else. */
export function changedElsewhere<Values extends object>(
  there: Values,
  since: Values,
  changes: Partial<Values>,
): { elsewhere: (keyof Values)[]; conflicts: (keyof Values)[] } {
  const elsewhere = (Object.keys(there) as (keyof Values)[]).filter(
    (field) => !isSame(there[field], since[field]),
  )
  const conflicts = elsewhere.filter((field) => field in changes && !isSame(changes[field], there[field]))
  return { elsewhere, conflicts }
}

function chosen<Values extends object>(
  changes: Partial<Values>,
  isChosen: (field: keyof Values, value: unknown) => boolean,
): Partial<Values> {
  const entries = Object.entries(changes).filter(([field, value]) => isChosen(field as keyof Values, value))
  return Object.fromEntries(entries) as Partial<Values>
}
