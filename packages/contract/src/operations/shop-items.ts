// The shop items that an account's microsites can show (dashboard).
import { z } from 'zod'
import { assetPathOf, hrefOf } from '../components/component-values.ts'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { cursor, heading, Identifier, UnixTime } from '../values.ts'

const Price = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .refine(
    (price) => Number(price.toFixed(3)) === price,
    faultMessage({ code: 'too_many_decimals', params: { most: 3 } }),
  )
const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, faultMessage({ code: 'not_currency' }))
  .meta({ examples: ['IDR'] })

export const ShopItem = z
  .object({
    id: z.string().meta({ examples: ['itm_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    title: z.string(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    image: z.string().nullable(),
    href: z.string().nullable(),
    active: z.boolean().meta({ description: 'Whether it is shown' }),
    clicks: z.int().meta({ description: 'Taps on it, on all microsites of the account' }),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'ShopItem' })
export type ShopItem = z.output<typeof ShopItem>

const fields = {
  price: Price.nullable(),
  currency: Currency.nullable(),
  image: assetPathOf(255).nullable(),
  href: hrefOf(2048).nullable(),
  active: z.boolean(),
}
const Title = heading(140)
const path = z.object({ id: Identifier })
const tag = 'Shop'
const audience = 'dashboard'

const list = operation({
  id: 'listShopItems',
  method: 'GET',
  path: '/shop-items',
  role: 'viewer',
  tag,
  audience,
  query: z.object({
    limit: z.int().min(1).max(100).default(50),
    after: cursor(200),
  }),
  answer: envelope(z.array(ShopItem)).extend({ next_cursor: z.string().nullable() }),
  summary: 'List shop items, newest first',
})

const create = operation({
  id: 'createShopItem',
  method: 'POST',
  path: '/shop-items',
  role: 'editor',
  tag,
  audience,
  body: z.object({
    title: Title,
    price: fields.price.default(null),
    currency: fields.currency.default(null),
    image: fields.image.default(null),
    href: fields.href.default(null),
    active: fields.active.default(true),
  }),
  answer: envelope(ShopItem),
  errors: ['plan_limit'],
  creates: true,
  summary: 'Create a shop item',
})

const update = operation({
  id: 'updateShopItem',
  method: 'PUT',
  path: '/shop-items/{id}',
  role: 'editor',
  tag,
  audience,
  params: path,
  body: z.object({ title: Title, ...fields }).partial(),
  answer: envelope(ShopItem),
  summary: 'Update a shop item; omitted fields are unchanged',
})

const remove = operation({
  id: 'deleteShopItem',
  method: 'DELETE',
  path: '/shop-items/{id}',
  role: 'editor',
  tag,
  audience,
  params: path,
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete a shop item; components no longer show it',
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  update,
  remove,
}
