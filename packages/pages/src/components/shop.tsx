// What the shop kinds share: one item, and its price in the visitor's language.

import { type Language, languages } from '@linnet/languages'
import type { Child } from 'hono/jsx'
import { ThingIcon } from '../icons/symbols.tsx'
import { micrositeMessages } from '../microsite/messages.ts'
import type { ShownItem } from '../microsite/microsite-page.ts'
import { isMissing, Picture } from '../microsite/picture.tsx'
import type { RenderContext } from './component.ts'
import { isCountedByScript, linkAttributes } from './link-address.ts'
import { visibleText } from './visible-text.ts'

/** "Rp 150.000" or "IDR 150,000"; undefined if the item has no price. */
export function priceIn(language: Language, { price, currency }: ShownItem): string | undefined {
  if (price === null) return undefined
  if (price === 0) return micrositeMessages(language).free
  const whole = { trailingZeroDisplay: 'stripIfInteger' } as const
  const format =
    currency === null
      ? new Intl.NumberFormat(languages[language].locale, { maximumFractionDigits: 3 })
      : new Intl.NumberFormat(languages[language].locale, { style: 'currency', currency, ...whole })
  return format.format(price)
}

type ItemProps = Pick<RenderContext, 'page' | 'component' | 'language'> & {
  item: ShownItem
  /** The width of its picture (CSS), from which the browser chooses the file. */
  sizes: string
  class?: string
  /** In front of it, such as its rank. */
  children?: Child
}

/** One item: its picture, name and price, and its link if it has one. */
export const Item = ({ item, page, component, language, sizes, children, ...rest }: ItemProps) => {
  const price = priceIn(language, item)
  const content = (
    <>
      {children}
      <span class="item-picture">
        {item.image && !isMissing(page, item.image) ? (
          <Picture page={page} path={item.image} alt="" sizes={sizes} />
        ) : (
          <ThingIcon name="shop" />
        )}
      </span>
      <span class="item-words">
        <span class="item-title" dir="auto">
          {visibleText(item.title) ?? micrositeMessages(language).shop}
        </span>
        {price === undefined ? null : <span class="item-price">{price}</span>}
      </span>
    </>
  )
  const name = `item${rest.class ? ` ${rest.class}` : ''}`
  return item.href ? (
    <a class={name} {...linkAttributes(page, component, item.href, item.id)}>
      {content}
    </a>
  ) : (
    <div class={name}>{content}</div>
  )
}

export const itemsNeedScript = (items: readonly ShownItem[]): boolean =>
  items.some(({ href }) => isCountedByScript(href ?? undefined))

export const shopStyles = `
.shop-title { margin-bottom: .875rem; font-size: 1.25rem; text-align: center; }
.items { display: grid; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.items-grid { display: flex; flex-wrap: wrap; justify-content: center; --columns: 2; }
.items-grid > li { width: calc((100% - (var(--columns) - 1) * .75rem) / var(--columns)); }
@media (min-width: 40rem) { .items-grid:has(> :nth-child(3)):not(:has(> :nth-child(4):last-child)) { --columns: 3; } }
.item { display: flex; flex-direction: column; height: 100%; overflow: hidden; border: 1px solid var(--line); border-radius: var(--card-radius); background: var(--surface); color: var(--ink); text-decoration: none; transition: transform .18s, box-shadow .18s; }
a.item:hover { transform: translateY(-2px); box-shadow: 0 12px 22px -14px #000a; }
.item-picture { display: grid; place-items: center; flex: none; aspect-ratio: 1; overflow: hidden; background: color-mix(in srgb, var(--ink) 7%, var(--surface)); color: var(--soft); font-size: 1.75rem; }
.item-picture img { width: 100%; height: 100%; object-fit: cover; }
.item-words { display: flex; flex-direction: column; justify-content: center; gap: .125rem; flex: 1; min-width: 0; padding: .75rem .875rem; }
.item-title { font-weight: 600; line-height: 1.35; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
.item-price { color: var(--accent); font-weight: 700; font-variant-numeric: tabular-nums; }
.items-grid .item-words { justify-content: start; }
.items-list .item, .item-wide { flex-direction: row; align-items: stretch; }
.items-list .item-picture { width: 5rem; }
.item-wide .item-picture { width: 40%; }
.item-wide .item-words, .item-featured .item-words { padding: 1rem 1.25rem; }
.item-wide .item-title, .item-featured .item-title { font-size: 1.125rem; }
.item-featured .item-picture { aspect-ratio: 16 / 10; }
.item-rank { display: grid; place-items: center; flex: none; width: 3rem; color: var(--soft); font-size: 1.125rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.items-grid .item-rank { position: absolute; z-index: 1; width: 2.25rem; height: 2.25rem; margin: .5rem; border-radius: 50%; background: var(--ink); color: var(--surface); font-size: 1rem; }
.items-grid > li { position: relative; }
li:nth-child(1) > .item .item-rank, li:nth-child(2) > .item .item-rank, li:nth-child(3) > .item .item-rank { color: var(--accent); }
.items-grid li:nth-child(-n+3) > .item .item-rank { background: var(--accent); color: var(--surface); }
`
