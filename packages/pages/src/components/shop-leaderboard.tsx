// SHOP_LEADERBOARD: the shop items that visitors tap most, the most tapped first.
import { micrositeMessages } from '../microsite/messages.ts'
import type { ComponentView } from './component.ts'
import { Item, itemsNeedScript, shopStyles } from './shop.tsx'
import { choice, visibleText } from './visible-text.ts'

const usualLimit = 5
const styles = ['list', 'grid'] as const

export const shopLeaderboard: ComponentView<'SHOP_LEADERBOARD'> = {
  styles: '',
  shares: [shopStyles],
  render: ({ title, limit = usualLimit, style }, context) => {
    const items = context.page.leaders.slice(0, limit)
    if (items.length === 0) return null
    const variant = choice(style, styles, 'list')
    return (
      <>
        <h2 class="shop-title" dir="auto">
          {visibleText(title) ?? micrositeMessages(context.language).bestsellers}
        </h2>
        <ol class={`items items-${variant}`}>
          {items.map((item, index) => (
            <li>
              <Item
                {...context}
                item={item}
                sizes={variant === 'list' ? '5rem' : '(min-width: 40rem) 18rem, 45vw'}
              >
                <span class="item-rank">{index + 1}</span>
              </Item>
            </li>
          ))}
        </ol>
      </>
    )
  },
  needsScript: ({ limit = usualLimit }, page) => itemsNeedScript(page.leaders.slice(0, limit)),
  // Any item of the account, because the leaders may have changed since the page was rendered.
  destination: (_data, linkName) => (linkName === null ? null : { shopItemId: linkName }),
  entries: ({ limit = usualLimit }) => limit,
  showsLeaders: true,
}
