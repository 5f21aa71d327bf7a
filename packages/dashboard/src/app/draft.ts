// What somebody has changed of something and not saved yet: kept in this tab's storage, so that a reload, a crash or an ended session lose nothing.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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

interface Kept<Values> {
  base: Values
  changes: Partial<Values>
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
    setState((before) => {
      const from = Object.keys(before.changes).length > 0 ? before.base : saved
      const changes = { ...before.changes, [field]: value }
      if (isSame(value, from[field])) delete changes[field]
      return { base: from, changes }
    })
  const rebase: Draft<Values>['rebase'] = (to, taken = []) =>
    setState(({ changes }) => ({
      base: to,
      changes: Object.fromEntries(
        Object.entries(changes).filter(([field, value]) => {
          const of = field as keyof Values
          return !taken.includes(of) && !isSame(value, to[of])
        }),
      ) as Partial<Values>,
    }))
  const settle: Draft<Values>['settle'] = (to, sent) => {
    const changes = Object.fromEntries(
      Object.entries(latest.current.changes).filter(([field, value]) => {
        const of = field as keyof Values
        return !(of in sent && isSame(value, sent[of])) && !isSame(value, to[of])
      }),
    ) as Partial<Values>
    replace({ base: to, changes })
  }
  const put: Draft<Values>['put'] = (values) => {
    const { base, changes } = latest.current
    const from = Object.keys(changes).length > 0 ? base : saved
    const all = Object.entries({ ...changes, ...values })
    const changed = all.filter(([field, value]) => !isSame(value, from[field as keyof Values]))
    replace({ base: from, changes: Object.fromEntries(changed) as Partial<Values> })
  }
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

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function read<Values>(name: string): Kept<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function keep<Values extends object>(
  name: string,
  { base, changes }: Kept<Values>,
  unkept: readonly (keyof Values)[],
): void {
  const kept = { ...changes }
  for (const field of unkept) delete kept[field]
  write(name, Object.keys(kept).length > 0 ? JSON.stringify({ base, changes: kept }) : null)
}

function write(name: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, content)
  } catch {
    // A browser without storage, or a full one: the form itself still holds what was typed.
  }
}
