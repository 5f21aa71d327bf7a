// SHOP_LISTING: chosen items of the shop, as a grid or a list.
import type { ComponentView } from './component.ts'
import { Item, itemsNeedScript, shopStyles } from './shop.tsx'
import { choice, visibleText } from './visible-text.ts'

const styles = ['grid', 'list'] as const

export const shopListing: ComponentView<'SHOP_LISTING'> = {
  styles: '',
  shares: [shopStyles],
  render: ({ title, shopItemIds = [], style }, context) => {
    const items = shopItemIds.flatMap((id) => context.page.items.get(id) ?? [])
    if (items.length === 0) return null
    const variant = choice(style, styles, 'grid')
    const heading = visibleText(title)
    return (
      <>
        {heading === undefined ? null : (
          <h2 class="shop-title" dir="auto">
            {heading}
          </h2>
        )}
        <ul class={`items items-${variant}`}>
          {items.map((item) => (
            <li>
              <Item
                {...context}
                item={item}
                sizes={variant === 'list' ? '5rem' : '(min-width: 40rem) 18rem, 45vw'}
              />
            </li>
          ))}
        </ul>
      </>
    )
  },
  needsScript: ({ shopItemIds = [] }, page) =>
    itemsNeedScript(shopItemIds.flatMap((id) => page.items.get(id) ?? [])),
  destination: ({ shopItemIds = [] }, linkName) =>
    linkName !== null && shopItemIds.includes(linkName) ? { shopItemId: linkName } : null,
  entries: ({ shopItemIds = [] }) => shopItemIds.length,
}
