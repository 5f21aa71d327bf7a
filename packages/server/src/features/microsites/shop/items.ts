// A shop item as the API shows it: its record, how its price is stored, and the known currencies.
import { invalidField, type ShopItem } from '@linnet/contract'
import type { ItemRow, NewItem } from './store.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Refuses a currency that is not in ISO 4217, because no browser could format the price. */
export function requireCurrency(currency: string | null | undefined): void {
  if (currency && !currencies.has(currency)) throw invalidField('currency', { code: 'unknown_currency' })
}

/** A price as a string, which both databases keep exactly. */
export function storedPrice(price: number | null): string | null {
  // JavaScript writes numbers from 10^21 on with an exponent; the highest price is far below.
  return price === null ? null : String(price)
}

const readPrice = (price: string | null) => (price === null ? null : Number(price))

/** An item as pages show it. */
export interface ShownItem {
  id: string
  /** The number of its row, for counting its taps. */
  number: number
  title: string
  price: number | null
  currency: string | null
  image: string | null
  href: string | null
}

export function shownItem({ id, public_id, title, price, currency, image, href }: ItemRow): ShownItem {
  return { id: public_id, number: id, title, price: readPrice(price), currency, image, href }
}

export function itemRecord(row: NewItem & { clicks: number }): ShopItem {
  return {
    id: row.public_id,
    title: row.title,
    price: readPrice(row.price),
    currency: row.currency,
    image: row.image,
    href: row.href,
    active: row.active === 1,
    clicks: Number(row.clicks),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
