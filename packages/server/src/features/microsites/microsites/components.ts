// A component as the API shows it: its record, what may be in one, and how much a microsite holds.
import {
  type Component,
  type ComponentData,
  type ComponentKind,
  componentKinds,
  hasPassword,
  invalidField,
  kindDescriptors,
  Refusal,
  readComponentData,
} from '@linnet/contract'
import { viewOf } from '@linnet/pages'
import type { Plan } from '../../identity/accounts/index.ts'
import type { ComponentRow, Extent } from './component-store.ts'

// A page with this many is longer than anyone reads, and still renders quickly.
const mostComponents = 250
const mostCharacters = 500_000
// Each is rendered with an icon, an image or a price, and some hundred bytes of markup.
const mostEntries = 500
const mostIdsShown = 10

/** A component without its place in the database: as versions keep it too. */
export type ComponentContent = Pick<
  ComponentRow,
  'public_id' | 'kind' | 'data' | 'password_hash' | 'tag' | 'active' | 'created_at' | 'updated_at'
>

export function componentRecord(row: ComponentContent): Component {
  const kind = row.kind as ComponentKind
  const data = JSON.parse(row.data) as Record<string, unknown>
  return {
    id: row.public_id,
    kind,
    data: hasPassword(kind) ? { ...data, hasPassword: row.password_hash !== null } : data,
    tag: row.tag,
    active: row.active === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/**
 * The data of a component as it is stored, as JSON, and the password that came with it; undefined if there was none. Refuses
 * data that doesn't fit its kind.
 */
export function readData(kind: ComponentKind, sent: unknown): { data: string; password: string | undefined } {
  const { password, ...data } = readComponentData(kind, sent) as { password?: string }
  return { data: JSON.stringify(data), password }
}

/** Refuses a kind that the plan does not include. */
export function requireKindInPlan(kind: ComponentKind, plan: Plan): void {
  const { planField, name } = kindDescriptors[kind]
  if (planField && !plan[planField])
    throw new Refusal('plan_limit', `The plan of this account does not include ${name.toLowerCase()}.`)
}

/** Refuses more than a microsite may hold; `others` is what its other components hold. */
export function requireRoom(others: Extent, data: string): void {
  if (others.count >= mostComponents)
    throw invalidField('kind', { code: 'too_many_components', params: { most: mostComponents } })
  if (others.characters + data.length > mostCharacters)
    throw invalidField('data', { code: 'microsite_too_long', params: { most: mostCharacters } })
}

/** The same for all components of a page together. */
export function requirePageFits(all: readonly Pick<ComponentRow, 'kind' | 'data'>[]): void {
  if (all.length > mostComponents)
    throw invalidField('components', { code: 'too_many_components', params: { most: mostComponents } })
  if (all.reduce((sum, { data }) => sum + data.length, 0) > mostCharacters)
    throw invalidField('components', { code: 'microsite_too_long', params: { most: mostCharacters } })
  if (entriesIn(all) > mostEntries)
    throw invalidField('components', { code: 'microsite_too_full', params: { most: mostEntries } })
}

/** How many links, slides and shop items are rendered for a component. */
export function entriesOf(kind: ComponentKind, data: string): number {
  return viewOf(kind).entries?.(JSON.parse(data) as ComponentData) ?? 0
}

/** The kinds that have such entries. */
export const kindsWithEntries: readonly ComponentKind[] = componentKinds.filter(
  (kind) => viewOf(kind).entries,
)

/** Refuses more entries than a microsite may show; `others` are its other components that have some. */
export function requireRoomForEntries(
  entries: number,
  others: readonly Pick<ComponentRow, 'kind' | 'data'>[],
): void {
  if (entriesIn(others) + entries > mostEntries)
    throw invalidField('data', { code: 'microsite_too_full', params: { most: mostEntries } })
}

function entriesIn(all: readonly Pick<ComponentRow, 'kind' | 'data'>[]): number {
  return all.reduce((sum, { kind, data }) => sum + entriesOf(kind as ComponentKind, data), 0)
}

/** The refusal of a second component of a kind that a microsite may have once. */
export function secondOfKind(kind: ComponentKind): Refusal {
  return invalidField('kind', { code: 'only_one_of_kind', params: { kind } })
}

/**
 * The positions of components in a new order, by their numbers. Refuses, at the path `orders`, an order that does not name
 * each of them exactly once. The message names the missing ones, and counts the others.
 */
export function positionsIn(
  orders: readonly string[],
  components: readonly ComponentRow[],
): Map<number, number> {
  const numbers = new Map(components.map(({ public_id, id }) => [public_id, id]))
  const positions = new Map<number, number>()
  const repeated = new Set<number>()
  let unknown = 0
  for (const [index, name] of orders.entries()) {
    const number = numbers.get(name)
    if (number === undefined) unknown++
    else if (positions.has(number)) repeated.add(number)
    else positions.set(number, index + 1)
  }
  const missing = components.filter(({ id }) => !positions.has(id)).map(({ public_id }) => public_id)
  if (missing.length + unknown + repeated.size === 0) return positions
  const order = {
    components: components.length,
    missing: missing.slice(0, mostIdsShown),
    moreMissing: Math.max(missing.length - mostIdsShown, 0),
    ...{ unknown, repeated: repeated.size },
  }
  throw invalidField('orders', { code: 'incomplete_order', params: order })
}
