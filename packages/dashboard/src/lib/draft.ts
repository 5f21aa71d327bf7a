// What somebody has changed of something and not saved yet: kept in this tab's storage, so that a reload, a crash or an ended session lose nothing.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { changed, type Kept, rebased, settled, storable } from './draft-state.ts'
import { useMe } from './session.ts'

export interface Draft<Values extends object> {
  /** What the form shows. */
  values: Values
  /** What was saved when the changing began: what was saved since differs from it. */
  base: Values
  /** The changed fields alone. */
  changes: Partial<Values>
  isChanged: boolean
  /** It was begun earlier, before this form was opened. */
  isFromBefore: boolean
  set<Field extends keyof Values>(field: Field, value: Values[Field]): void
  /** Sets several fields, and keeps them at once, also for whoever is just leaving. */
  put(values: Partial<Values>): void
  /** Goes on from another saved state: changes stay, but those of the fields to be taken over. */
  rebase(base: Values, taken?: (keyof Values)[]): void
  /** Goes on from what was saved of these changes: what was changed while they were sent is still to be saved. */
  settle(base: Values, sent: Partial<Values>): void
  /** Forgets the changes, because they are not wanted. */
  discard(): void
}

/**
 * The draft of something, by a key such as `link lnk_…`. `saved` is how it is on the server, as plain values that JSON
 * can hold; `unkept` are the fields that must not be written into a storage, such as passwords.
 */
export function useDraft<Values extends object>(
  key: string,
  saved: Values,
  unkept: readonly (keyof Values)[] = [],
): Draft<Values> {
  const name = `draft ${useMe().user.id} ${key}`
  const [{ state, isFromBefore }, setAll] = useState(() => {
    const kept = read<Values>(name)
    return { state: kept ?? { base: saved, changes: {} as Partial<Values> }, isFromBefore: kept !== null }
  })
  const latest = useRef(state)
  latest.current = state
  const isChanged = Object.keys(state.changes).length > 0
  const base = isChanged ? state.base : saved

  useEffect(() => keep(name, state, unkept), [name, state, unkept])

  const setState = useCallback(
    (next: (before: Kept<Values>) => Kept<Values>) =>
      setAll((before) => ({ ...before, state: next(before.state) })),
    [],
  )
  const set: Draft<Values>['set'] = (field, value) =>
    setState((before) => changed(before, saved, { [field]: value } as unknown as Partial<Values>))
  const rebase: Draft<Values>['rebase'] = (to, taken = []) => setState((before) => rebased(before, to, taken))
  const settle: Draft<Values>['settle'] = (to, sent) => replace(settled(latest.current, to, sent))
  const put: Draft<Values>['put'] = (values) => replace(changed(latest.current, saved, values))
  /** At once, for whoever has left meanwhile. */
  function replace(state: Kept<Values>) {
    latest.current = state
    keep(name, state, unkept)
    setAll({ state, isFromBefore: false })
  }
  const discard = () => {
    // At once, for whoever leaves in the same breath.
    write(name, null)
    setAll({ state: { base: saved, changes: {} }, isFromBefore: false })
  }
  const values = useMemo(() => ({ ...base, ...state.changes }), [base, state.changes])
  return { values, base, changes: state.changes, isChanged, isFromBefore, set, put, rebase, settle, discard }
}

function read<Values>(name: string): Kept<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function keep<Values extends object>(
  name: string,
  state: Kept<Values>,
  unkept: readonly (keyof Values)[],
): void {
  const kept = storable(state, unkept)
  write(name, kept && JSON.stringify(kept))
}

function write(name: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, content)
  } catch {
    // A browser without storage, or a full one: the form itself still holds what was typed.
  }
}
