// A shop item in its form and in the list: its values, what is sent, and its displayed price.
import type { ShopItem } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { completeUrl } from '../../../shell/pasted-urls.ts'

export interface ShopItemValues {
  title: string
  price: string
  currency: string
  href: string
  image: string
  active: boolean
}

export const valuesOf = (item: ShopItem | null): ShopItemValues => ({
  title: item?.title ?? '',
  price: item?.price?.toString() ?? '',
  currency: item?.currency ?? '',
  href: item?.href ?? '',
  image: item?.image ?? '',
  active: item?.active ?? true,
})

export const bodyOf = ({ title, price, currency, href, image, active }: ShopItemValues) => ({
  title,
  price: price.trim() === '' ? null : Number(price),
  currency: currency.trim().toUpperCase() || null,
  href: completeUrl(href) || null,
  image: image || null,
  active,
})

export function formattedPrice(
  language: Language,
  { price, currency }: Pick<ShopItem, 'price' | 'currency'>,
): string {
  if (price === null) return ''
  return new Intl.NumberFormat(
    language,
    currency === null
      ? { maximumFractionDigits: 3 }
      : { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' },
  ).format(price)
}
