// What a component is to its owner: the record, what may be in one, and how much a microsite holds.
import {
  type Component,
  type ComponentKind,
  hasPassword,
  invalidField,
  Refusal,
  readComponentData,
} from '@linnet/contract'
import { linksIn } from '@linnet/pages'
import type { Plan } from '../../identity/accounts/index.ts'
import type { ComponentRow, Extent } from './component-store.ts'

// A page of so many is longer than anybody reads, and still drawn in no time.
const mostComponents = 250
const mostCharacters = 500_000
// Each of them is drawn with an icon, a picture or a price, and some hundred bytes of its own.
const mostParts = 500
const usualLeaders = 5
const mostIdsTold = 10

export function componentRecord(row: ComponentRow): Component {
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
 * The data of a component as it is kept, as JSON, and the password that came with it: undefined where none did. Refuses
 * what its kind does not hold.
 */
export function readData(kind: ComponentKind, sent: unknown): { data: string; password: string | undefined } {
  const { password, ...data } = readComponentData(kind, sent) as { password?: string }
  return { data: JSON.stringify(data), password }
}

/** Refuses a kind that the plan does not have. */
export function requireKindInPlan(kind: ComponentKind, plan: Plan): void {
  if (kind === 'IMAGE_SLIDE' && !plan.image_slide)
    throw new Refusal('plan_limit', 'The plan of this account has no image slides.')
}

/** Refuses more than a microsite holds; `others` is what it has beside this component. */
export function requireRoom(others: Extent, data: string): void {
  if (others.count >= mostComponents)
    throw invalidField(
      'kind',
      `must not be added: a microsite has ${mostComponents} components at most. Delete one first`,
    )
  if (others.characters + data.length > mostCharacters)
    throw invalidField(
      'data',
      `must leave room for the others: all components of a microsite hold ${mostCharacters} characters together`,
    )
}

/** How many links, slides and items of the shop are drawn for a component. */
export function partsOf(kind: ComponentKind, data: string): number {
  if (kind === 'LINK' || kind === 'SHOP_ITEM') return 1
  // Ten thousand characters have room for nine hundred.
  if (kind === 'TEXT') return linksIn((JSON.parse(data) as { content?: string }).content).length
  if (!kindsOfParts.includes(kind)) return 0
  const {
    links,
    slides,
    shopItemIds,
    limit = usualLeaders,
  } = JSON.parse(data) as {
    [list in 'links' | 'slides' | 'shopItemIds']?: unknown[]
  } & { limit?: number }
  return kind === 'SHOP_LEADERBOARD' ? limit : (links ?? slides ?? shopItemIds ?? []).length
}

/** The kinds that have such parts. */
export const kindsOfParts: readonly ComponentKind[] = [
  'LINK',
  'HORIZONTAL_LINK',
  'IMAGE_SLIDE',
  'SHOP_LISTING',
  'SHOP_ITEM',
  'SHOP_LEADERBOARD',
  'TEXT',
]

/** Refuses so many parts of a component more than a microsite shows; `others` are the other components that have some. */
export function requireRoomForParts(
  parts: number,
  others: readonly Pick<ComponentRow, 'kind' | 'data'>[],
): void {
  const shown = others.reduce((sum, { kind, data }) => sum + partsOf(kind as ComponentKind, data), 0)
  if (shown + parts > mostParts)
    throw invalidField(
      'data',
      `must leave room for the others: a microsite shows ${mostParts} links, slides and shop items together`,
    )
}

/** The refusal of a second component of a kind of which a microsite has one. */
export function secondOfKind(kind: ComponentKind): Refusal {
  return invalidField('kind', `must not be ${kind}: this microsite has one already, and may have only one`)
}

/**
 * The places of components in a new order, by their numbers. Refuses, at the path `orders`, an order that does not name
 * each of them exactly once: it says which are missing, and of what is too much only how much it is.
 */
export function placesIn(
  orders: readonly string[],
  components: readonly ComponentRow[],
): Map<number, number> {
  const numbers = new Map(components.map(({ public_id, id }) => [public_id, id]))
  const places = new Map<number, number>()
  const repeated = new Set<number>()
  let strangers = 0
  for (const [index, name] of orders.entries()) {
    const number = numbers.get(name)
    if (number === undefined) strangers++
    else if (places.has(number)) repeated.add(number)
    else places.set(number, index + 1)
  }
  const missing = components.filter(({ id }) => !places.has(id)).map(({ public_id }) => public_id)
  if (missing.length + strangers + repeated.size === 0) return places
  const faults = [
    ...(missing.length > 0 ? [`${firstOf(missing)} ${are(missing.length)} missing`] : []),
    ...(strangers > 0 ? [`${strangers} ${are(strangers)} not of this microsite`] : []),
    ...(repeated.size > 0 ? [`${repeated.size} ${are(repeated.size)} there more than once`] : []),
  ]
  throw invalidField(
    'orders',
    `must name each of the ${components.length} components of this microsite exactly once: ${faults.join('; ')}`,
  )
}

const are = (count: number): string => (count === 1 ? 'is' : 'are')

/** As many of these as a sentence bears. */
function firstOf(ids: readonly string[]): string {
  const more = ids.length - mostIdsTold
  return ids.slice(0, mostIdsTold).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
