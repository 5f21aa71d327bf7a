// Unsaved changes, kept in this tab's storage, so that a reload, a crash or an expired session loses nothing.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { afterSave, changed, type DraftState, rebased, storable } from './draft-state.ts'
import { useMe } from './session.ts'
import { currentWorkspace } from './workspace/current.ts'

export interface Draft<Values extends object> {
  /** What the form shows. */
  values: Values
  /** The saved values when the first change was made, which tell what was saved since. */
  base: Values
  /** Only the changed fields. */
  changes: Partial<Values>
  isChanged: boolean
  /** Whether it is from before this form was opened. */
  isFromBefore: boolean
  set<Field extends keyof Values>(field: Field, value: Values[Field]): void
  /** Sets several fields, and stores them at once, even if the page is being left. */
  put(values: Partial<Values>): void
  /** Moves to another saved state: changes stay, except in the fields whose saved value is taken. */
  rebase(base: Values, taken?: (keyof Values)[]): void
  /** Moves to the state after a save. What was changed while it was sent still has to be saved. */
  settle(base: Values, sent: Partial<Values>): void
  /** Discards the changes. */
  discard(): void
}

/**
 * The draft of a form, by a key such as `link lnk_…`. `saved` is the server's state as JSON values; `unstored` are the
 * fields that must not be stored in the browser, such as passwords.
 */
export function useDraft<Values extends object>(
  key: string,
  saved: Values,
  unstored: readonly (keyof Values)[] = [],
): Draft<Values> {
  const name = ['draft', useMe().user.id, currentWorkspace, key].filter(Boolean).join(' ')
  const [{ state, isFromBefore }, setAll] = useState(() => {
    const stored = read<Values>(name)
    return { state: stored ?? { base: saved, changes: {} as Partial<Values> }, isFromBefore: stored !== null }
  })
  const latest = useRef(state)
  latest.current = state
  const isChanged = Object.keys(state.changes).length > 0
  const base = isChanged ? state.base : saved

  // The effect of an earlier render may run after the form has been left, when a newer state is stored already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` is what changes
  useEffect(() => store(name, latest.current, unstored), [name, state, unstored])

  const setState = useCallback(
    (next: (before: DraftState<Values>) => DraftState<Values>) =>
      setAll((before) => ({ ...before, state: next(before.state) })),
    [],
  )
  const set: Draft<Values>['set'] = (field, value) =>
    setState((before) => changed(before, saved, { [field]: value } as unknown as Partial<Values>))
  const rebase: Draft<Values>['rebase'] = (to, taken = []) => setState((before) => rebased(before, to, taken))
  const settle: Draft<Values>['settle'] = (to, sent) => replace(afterSave(latest.current, to, sent))
  const put: Draft<Values>['put'] = (values) => replace(changed(latest.current, saved, values))
  /** At once, in case the form has been left. */
  function replace(state: DraftState<Values>) {
    latest.current = state
    store(name, state, unstored)
    setAll({ state, isFromBefore: false })
  }
  const discard = () => {
    replace({ base: saved, changes: {} })
  }
  const values = useMemo(() => ({ ...base, ...state.changes }), [base, state.changes])
  return { values, base, changes: state.changes, isChanged, isFromBefore, set, put, rebase, settle, discard }
}

function read<Values>(name: string): DraftState<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function store<Values extends object>(
  name: string,
  state: DraftState<Values>,
  unstored: readonly (keyof Values)[],
): void {
  const stored = storable(state, unstored)
  write(name, stored && JSON.stringify(stored))
}

function write(name: string, content: string | null): void {
  try {
    if (content === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, content)
  } catch {
    // Storage is missing or full: the form itself still has what was typed.
  }
}
