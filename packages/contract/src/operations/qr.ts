// The style of QR codes, for one link and for the whole account.
import { z } from 'zod'
import { Colour } from '../components/component-values.ts'
import { faultMessage } from '../faults.ts'
import { envelope, operation } from '../operation.ts'
import { shortCodePattern } from '../short-codes.ts'
import { text, webAddress } from '../values.ts'
import { linkPath, linkQuery } from './links.ts'

export const QrSettings = z
  .object({
    logo: z
      .string()
      .nullable()
      .meta({ description: 'Address of the image in the middle', examples: [null] }),
    logo_status: z
      .enum(['pending', 'ready', 'failed'])
      .nullable()
      .meta({
        description: 'Until it is ready, codes are drawn without the logo; null where there is none',
        examples: [null],
      }),
    color: z.string().meta({ description: 'Of the dark modules', examples: ['#000000'] }),
    scannable: z.boolean().meta({
      description: 'false where the colour has a contrast with white of less than 3:1',
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
          '`?size=` gives its width, 64 to 2048 pixels, 512 by default; null in the global settings',
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
        'Address of the image in the middle: PNG, JPEG, WebP or SVG, 1 MiB at most. It is fetched in the background; null or an empty text removes it. For a link, that of the account means: as the account, also when that changes',
      examples: ['https://example.com/logo.png'],
    }),
  color: z
    .union([z.literal(''), Colour])
    .nullish()
    .meta({
      description:
        'Of the dark modules; null or an empty text removes it: a link is then as the account, the account black',
      examples: ['#000000'],
    }),
})

const tag = 'QR codes'

const global = operation({
  id: 'getGlobalQr',
  method: 'GET',
  path: '/qr',
  tag,
  scope: 'qr:read',
  answer: envelope(QrSettings),
  summary: 'Read how the QR codes of the account look',
  tool: {
    name: 'get_global_qr',
    title: 'Read the default QR look',
    description:
      'How the QR codes of the account look where a link has no settings of its own: colour and logo. There is no picture of it: get_link_qr gives that of one link.',
    example: {},
  },
})

const setGlobal = operation({
  id: 'setGlobalQr',
  method: 'PUT',
  path: '/qr',
  tag,
  scope: 'qr:write',
  body: change,
  answer: envelope(QrSettings),
  summary: 'Change how the QR codes of the account look; what is left out stays',
  tool: {
    name: 'set_global_qr',
    title: 'Change the default QR look',
    description:
      'Changes colour or logo of all QR codes of the account, except where a link has its own; what is left out stays as it is. For one link use set_link_qr. A logo is fetched afterwards: it is `pending` first, and get_global_qr tells what came of it. Where `scannable` is false, choose a darker colour.',
    example: { color: '#1e3a8a' },
    hints: { openWorld: true },
  },
})

const link = operation({
  id: 'getLinkQr',
  method: 'GET',
  path: '/links/{short}/qr',
  tag,
  scope: 'qr:read',
  params: linkPath,
  query: linkQuery,
  answer: envelope(QrSettings),
  summary: 'Read how the QR code of a link looks',
  description: 'What was not set for the link is as for the account.',
  tool: {
    name: 'get_link_qr',
    title: 'Read the QR code of a link',
    description:
      'Gives the addresses of the QR code of one link as SVG and PNG, and how it looks. Every link has a code from the start; nothing has to be made. To change it, use set_link_qr.',
    example: { short: 'spring-sale' },
  },
})

const setLink = operation({
  id: 'setLinkQr',
  method: 'PUT',
  path: '/links/{short}/qr',
  tag,
  scope: 'qr:write',
  params: linkPath,
  query: linkQuery,
  body: change,
  answer: envelope(QrSettings),
  summary: 'Change how the QR code of a link looks; what is left out stays',
  tool: {
    name: 'set_link_qr',
    title: 'Change the QR code of a link',
    description:
      'Changes colour or logo of the QR code of one link; what is left out stays as it is, and null makes it as the account has it. For all links use set_global_qr. A logo is fetched afterwards: it is `pending` first, and get_link_qr tells what came of it. Where `scannable` is false, choose a darker colour.',
    example: { short: 'spring-sale', color: '#1e3a8a' },
    hints: { openWorld: true },
  },
})

const preview = operation({
  id: 'previewQr',
  method: 'GET',
  path: '/qr/preview',
  tag,
  audience: 'dashboard',
  query: z.object({
    short: linkPath.shape.short.optional(),
    domain: linkQuery.shape.domain,
    slug: text(100)
      .regex(shortCodePattern, faultMessage({ code: 'not_microsite_slug' }))
      .optional()
      .meta({
        description: 'A microsite instead of a link; without either, a sample in the look of the account',
      }),
    color: Colour.optional().meta({ description: 'Instead of the one that is set' }),
    width: z.int().min(64).max(2048).default(512),
  }),
  answer: envelope(
    z.object({
      svg: z.string().meta({ description: 'The picture, `width` pixels wide' }),
      scannable: z.boolean(),
      darker: z
        .string()
        .nullable()
        .meta({ description: 'The nearest darker colour that is scannable; null where the colour is' }),
    }),
  ),
  summary: 'Draw a QR code, also in a colour that is not set',
})

/** In the order of the reference. */
export const operations = {
  global,
  setGlobal,
  link,
  setLink,
  preview,
}
