// SHOP_ITEM: a single item of the shop.
import type { ComponentView } from './component.ts'
import { Item, itemsNeedScript, shopStyles } from './shop.tsx'
import { choice } from './visible-text.ts'

const styles = ['wide', 'featured', 'compact'] as const

export const shopItem: ComponentView<'SHOP_ITEM'> = {
  styles: '',
  shares: [shopStyles],
  render: ({ shopItemId, style }, context) => {
    const item = shopItemId === undefined ? undefined : context.page.items.get(shopItemId)
    if (item === undefined) return null
    const variant = choice(style, styles, 'wide')
    const rendered = (
      <Item
        {...context}
        item={item}
        class={variant === 'compact' ? undefined : `item-${variant}`}
        sizes={variant === 'featured' ? '(min-width: 40rem) 36rem, 92vw' : '(min-width: 40rem) 14rem, 40vw'}
      />
    )
    return <div class={variant === 'compact' ? 'items items-list' : undefined}>{rendered}</div>
  },
  needsScript: ({ shopItemId = '' }, page) => itemsNeedScript([page.items.get(shopItemId) ?? []].flat()),
  destination: ({ shopItemId }, linkName) =>
    shopItemId !== undefined && (linkName === null || linkName === shopItemId) ? { shopItemId } : null,
  entries: () => 1,
}
