// What an item of the catalogue is: its record, its price as it is stored, and the currencies that there are.
import { invalidField, type ShopItem } from '@linnet/contract'
import type { ItemRow, NewItem } from './store.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Refuses a currency that ISO 4217 does not have: no browser could write the price. */
export function requireCurrency(currency: string | null | undefined): void {
  if (currency && !currencies.has(currency))
    throw invalidField('currency', 'is no currency of ISO 4217, such as IDR, EUR or USD')
}

/** A price as a text, which both databases keep exactly. */
export function storedPrice(price: number | null): string | null {
  // Past 10^21 a number is written with an exponent; the most that a price may be is far below.
  return price === null ? null : String(price)
}

const readPrice = (price: string | null) => (price === null ? null : Number(price))

/** An item as pages show it. */
export interface ShownItem {
  id: string
  /** Of its row, for counting its taps. */
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
