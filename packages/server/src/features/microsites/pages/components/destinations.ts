// Where a tap on a component leads: only to what its owner has stored in it.
import { viewOf } from '@linnet/pages'
import type { ShownItem } from '../../shop/index.ts'
import type { ComponentVisit } from './address.ts'

export interface Destination {
  href: string
  /** The shop item that was tapped, which is counted as well. */
  item: ShownItem | null
}

/** Null if the address leads nowhere. */
export function destinationOf({
  cached,
  component,
  linkName,
}: Pick<ComponentVisit, 'cached' | 'component' | 'linkName'>): Destination | null {
  const { title, url } = cached.page
  const found = viewOf(component.kind).destination?.(component.data, linkName, { title, url })
  if (!found) return null
  if (typeof found === 'string') return { href: found, item: null }
  const item = cached.items.get(found.shopItemId)
  return item?.href ? { href: item.href, item } : null
}
