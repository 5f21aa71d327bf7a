// QR codes: how they look, for one link and for all of an account.
import { z } from 'zod'
import { Colour } from './component-values.ts'
import { linkPath, linkQuery } from './links.ts'
import { envelope, operation } from './operation.ts'
import { webAddress } from './values.ts'

export const QrSettings = z
  .object({
    logo: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    logo_status: z
      .enum(['pending', 'ready', 'failed'])
      .nullable()
      .meta({
        description: 'Until it is ready, codes are drawn without the logo; null where there is none',
        examples: [null],
      }),
    color: z.string().meta({ examples: ['#000000'] }),
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

export const global = operation({
  id: 'getGlobalQr',
  method: 'GET',
  path: '/qr',
  tag,
  scope: 'qr:read',
  answer: envelope(QrSettings),
  summary: 'Read how the QR codes of the account look',
  tool: { name: 'get_global_qr', description: 'How the QR codes of the account look by default.' },
})

export const setGlobal = operation({
  id: 'setGlobalQr',
  method: 'PUT',
  path: '/qr',
  tag,
  scope: 'qr:write',
  body: change,
  answer: envelope(QrSettings),
  summary: 'Change how the QR codes of the account look; what is left out stays',
  tool: { name: 'set_global_qr', description: 'Changes how the QR codes of the account look by default.' },
})

export const link = operation({
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
  tool: { name: 'get_link_qr', description: 'How the QR code of one link looks, and where it is.' },
})

export const setLink = operation({
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
  tool: { name: 'set_link_qr', description: 'Changes how the QR code of one link looks.' },
})
