// The style of QR codes, for one link and for the whole account.
import { z } from 'zod'
import { Colour } from '../components/component-values.ts'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { shortCodePattern } from '../short-codes.ts'
import { text, webAddress } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'
import { PlacementName } from './placements.ts'

export const QrSettings = z
  .object({
    logo: z
      .string()
      .nullable()
      .meta({ description: 'URL of the image in the middle', examples: [null] }),
    logo_status: z
      .enum(['pending', 'ready', 'failed'])
      .nullable()
      .meta({
        description: 'Until it is ready, codes are drawn without the logo; null if there is no logo',
        examples: [null],
      }),
    color: z.string().meta({ description: 'Colour of the dark modules', examples: ['#000000'] }),
    scannable: z.boolean().meta({
      description: 'false if the contrast between the colour and white is less than 3:1',
      examples: [true],
    }),
    svg_url: z
      .string()
      .nullable()
      .meta({ description: 'null in the global settings', examples: ['http://localhost:3000/launch.svg'] }),
    png_url: z
      .string()
      .nullable()
      .meta({
        description:
          '`?size=` sets its width, 64 to 2048 pixels, 512 by default; null in the global settings',
        examples: ['http://localhost:3000/launch.png'],
      }),
  })
  .meta({ id: 'QrSettings' })
export type QrSettings = z.output<typeof QrSettings>

const change = z.object({
  logo: z
    .union([z.literal(''), webAddress(8192)])
    .nullish()
    .meta({
      description:
        "URL of the image in the middle: PNG, JPEG, WebP or SVG, at most 1 MiB. It is fetched in the background; null or an empty string removes it. If a link is given the URL of the account's logo, it follows later changes of that logo",
      examples: ['https://example.com/logo.png'],
    }),
  color: z
    .union([z.literal(''), Colour])
    .nullish()
    .meta({
      description:
        "Colour of the dark modules; null or an empty string resets it: a link to the account's default, the account to black",
      examples: ['#000000'],
    }),
})

const tag = 'QR codes'

const global = operation({
  id: 'getGlobalQr',
  method: 'GET',
  path: '/qr',
  role: 'viewer',
  tag,
  scope: 'qr:read',
  answer: envelope(QrSettings),
  summary: 'Read the default QR style of the account',
  tool: {
    name: 'get_global_qr',
    title: 'Read the default QR style',
    description:
      'Returns the colour and logo of the QR codes of all links that have no settings of their own. For the QR code of one link, use get_link_qr.',
    example: {},
  },
})

const setGlobal = operation({
  id: 'setGlobalQr',
  method: 'PUT',
  path: '/qr',
  role: 'editor',
  tag,
  scope: 'qr:write',
  body: change,
  answer: envelope(QrSettings),
  summary: 'Change the default QR style of the account; omitted fields are unchanged',
  tool: {
    name: 'set_global_qr',
    title: 'Change the default QR style',
    description:
      'Changes the colour or logo of all QR codes of the account, except those of links with their own; omitted fields are unchanged. For one link, use set_link_qr. A logo is fetched in the background: it is `pending` at first, and get_global_qr shows the outcome. If `scannable` is false, choose a darker colour.',
    example: { color: '#1e3a8a' },
    hints: { openWorld: true },
  },
})

const link = operation({
  id: 'getLinkQr',
  method: 'GET',
  path: '/links/{short}/qr',
  role: 'viewer',
  tag,
  scope: 'qr:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(QrSettings),
  summary: 'Read the QR style of a link',
  description: 'Settings that are not set for the link are taken from the account.',
  tool: {
    name: 'get_link_qr',
    title: 'Read the QR code of a link',
    description:
      'Returns the URLs of the QR code of one link, as SVG and PNG, and its style. Every link has a QR code from the start, so none needs to be created. To change it, use set_link_qr.',
    example: { short: 'spring-sale' },
  },
})

const setLink = operation({
  id: 'setLinkQr',
  method: 'PUT',
  path: '/links/{short}/qr',
  role: 'editor',
  tag,
  scope: 'qr:write',
  params: linkPath,
  query: linkQuery,
  body: change,
  answer: envelope(QrSettings),
  undoable: true,
  summary: 'Change the QR style of a link; omitted fields are unchanged',
  tool: {
    name: 'set_link_qr',
    title: 'Change the QR code of a link',
    description:
      'Changes the colour or logo of the QR code of one link; omitted fields are unchanged. A null colour means the default of the account, a null logo means no logo. For all links, use set_global_qr. A logo is fetched in the background: it is `pending` at first, and get_link_qr shows the outcome. If `scannable` is false, choose a darker colour.',
    example: { short: 'spring-sale', color: '#1e3a8a' },
    hints: { openWorld: true },
  },
})

const preview = operation({
  id: 'previewQr',
  method: 'GET',
  path: '/qr/preview',
  role: 'viewer',
  tag,
  audience: 'dashboard',
  query: z.object({
    short: linkPath.shape.short.optional(),
    domain: linkQuery.shape.domain,
    placement: PlacementName.optional().meta({ description: 'The placement that the code names' }),
    slug: text(100)
      .regex(shortCodePattern, faultMessage({ code: 'not_microsite_slug' }))
      .optional()
      .meta({
        description: 'A microsite instead of a link; without either, a sample in the default style',
      }),
    color: Colour.optional().meta({ description: 'Instead of the saved colour' }),
    width: z.int().min(64).max(2048).default(512),
  }),
  answer: envelope(
    z.object({
      svg: z.string().meta({ description: 'The image, `width` pixels wide' }),
      scannable: z.boolean(),
      darker: z
        .string()
        .nullable()
        .meta({ description: 'The nearest darker colour that is scannable; null if the colour itself is' }),
    }),
  ),
  summary: 'Preview a QR code, in the saved colour or another one',
})

/** In the order of the reference. */
export const operations = {
  global,
  setGlobal,
  link,
  setLink,
  preview,
}
