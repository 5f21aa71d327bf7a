// Mistyped codes: unknown codes that visitors asked for, as the owners of domains and links see them in the dashboard.
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { text, UnixTime } from '../values.ts'

export const MistypedCode = z
  .object({
    code: z.string().meta({ examples: ['sprnig'] }),
    domain: z.string().meta({ examples: ['localhost:3000'] }),
    asked: z.int().meta({ description: 'How many people asked for it, at least', examples: [41] }),
    last_at: UnixTime,
    link: z
      .object({ id: z.string(), short: z.string(), short_url: z.string(), title: z.string() })
      .nullable()
      .meta({ description: 'The link that they probably meant; null if none is similar enough' }),
  })
  .meta({ id: 'MistypedCode' })
export type MistypedCode = z.output<typeof MistypedCode>

const common = { tag: 'Links', audience: 'dashboard' } as const

const list = operation({
  ...common,
  id: 'listMistypedCodes',
  method: 'GET',
  path: '/mistyped-codes',
  role: 'viewer',
  answer: envelope(z.array(MistypedCode)),
  summary: 'List mistyped codes, the most frequent first',
})

const dismiss = operation({
  ...common,
  id: 'dismissMistypedCode',
  method: 'POST',
  path: '/mistyped-codes/dismiss',
  role: 'editor',
  body: z.object({ domain: text(253), code: text(48) }),
  answer: envelope(z.object({ code: z.string(), dismissed: z.literal(true) })),
  summary: 'Dismiss a mistyped code',
})

/** In the order of the reference. */
export const operations = { list, dismiss }
