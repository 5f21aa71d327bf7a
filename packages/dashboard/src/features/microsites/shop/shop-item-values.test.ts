// Shop items: in the form, in requests, and their displayed price.
import { describe, expect, test } from 'bun:test'
import type { ShopItem } from '@linnet/contract'
import { bodyOf, formattedPrice, valuesOf } from './shop-item-values.ts'

const item = {
  title: 'Batik',
  price: 12.5,
  currency: 'EUR',
  href: 'https://shop.example/',
  image: null,
  active: false,
} as ShopItem

describe('a shop item', () => {
  test('is in the form as it was saved, and a new one is empty and active', () => {
    expect(valuesOf(item)).toEqual({
      title: 'Batik',
      price: '12.5',
      currency: 'EUR',
      href: 'https://shop.example/',
      image: '',
      active: false,
    })
    expect(valuesOf(null)).toMatchObject({ title: '', price: '', active: true })
  })

  test('is sent as it was saved if nothing was changed', () => {
    const { title, price, currency, href, image, active } = item
    expect(bodyOf(valuesOf(item))).toEqual({ title, price, currency, href, image, active })
  })

  test('is sent with a complete address, a currency in capitals, and null for what is empty', () => {
    const typed = { ...valuesOf(item), price: ' ', currency: ' usd ', href: 'shop.example' }
    expect(bodyOf(typed)).toMatchObject({ price: null, currency: 'USD', href: 'https://shop.example' })
    expect(bodyOf({ ...typed, currency: '', href: ' ' })).toMatchObject({ currency: null, href: null })
  })

  test('may be free', () => {
    expect(bodyOf({ ...valuesOf(item), price: '0' }).price).toBe(0)
  })
})

describe('a price', () => {
  test.each([
    ['in its currency', { price: 12.5, currency: 'EUR' }, '€12.50'],
    ['without zeros, if it is whole', { price: 12, currency: 'EUR' }, '€12'],
    ['as a number, without a currency', { price: 1234.5, currency: null }, '1,234.5'],
    ['as zero, if it is free', { price: 0, currency: 'USD' }, '$0'],
    ['as nothing, if there is none', { price: null, currency: 'EUR' }, ''],
  ])('is shown %s', (_how, price, text) => {
    expect(formattedPrice('en', price)).toBe(text)
  })

  test('is shown in the language of the dashboard', () => {
    expect(formattedPrice('id', { price: 150_000, currency: 'IDR' }).replace(/\s/g, ' ')).toBe('Rp 150.000')
  })
})
