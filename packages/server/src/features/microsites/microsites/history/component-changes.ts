// What an entry of the history says of a component: its states before and after, or the order of all of them.
import type { FieldChange } from '@linnet/contract'
import type { ComponentRow } from '../component-store.ts'
import { type ComponentContent, componentRecord } from '../components.ts'

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

/** The change as people read it: of a password, only whether there is one. */
export function shownComponentChanges({ component, order }: ComponentChanges): FieldChange[] {
  if (order) return [{ field: 'order', from: order[0], to: order[1] }]
  if (!component) return []
  const [from, to] = component
  return [{ field: 'component', from: from && componentRecord(from), to: to && componentRecord(to) }]
}
