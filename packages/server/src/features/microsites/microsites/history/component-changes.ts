// What an entry of the history says of a component: its states before and after, or the order of all of them.
import type { FieldChange } from '@linnet/contract'
import type { ComponentRow } from '../component-store.ts'
import type { ComponentContent } from '../components.ts'

export type ComponentState = ComponentContent & Pick<ComponentRow, 'position'>

export interface ComponentChanges {
  /** Null before it was created, and once it is deleted. */
  component?: readonly [ComponentState | null, ComponentState | null]
  /** The ids of all components. */
  order?: readonly [string[], string[]]
}

export function stateOf(row: ComponentRow): ComponentState {
  const { public_id, kind, data, password_hash, tag, active, position, created_at, updated_at } = row
  return { public_id, kind, data, password_hash, tag, active, position, created_at, updated_at }
}

/** The change as people read it, field by field: of a password, only whether there is one. The order is shown by itself. */
export function shownComponentChanges({ component }: ComponentChanges): FieldChange[] {
  if (!component) return []
  const [from, to] = component
  if (!from || !to) return [{ field: 'kind', from: from?.kind ?? null, to: to?.kind ?? null }]
  const [before, after] = [shownFields(from), shownFields(to)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): FieldChange[] => {
    const change = { field, from: before.get(field) ?? null, to: after.get(field) ?? null }
    return JSON.stringify(change.from) === JSON.stringify(change.to) ? [] : [change]
  })
}

function shownFields({ kind, active, tag, password_hash, data }: ComponentState): Map<string, unknown> {
  const own = Object.entries(JSON.parse(data) as Record<string, unknown>)
  return new Map<string, unknown>([
    ['kind', kind],
    ['active', active === 1],
    ['tag', tag],
    ['has_password', password_hash !== null],
    ...own.map(([name, value]): [string, unknown] => [`data.${name}`, value]),
  ])
}
