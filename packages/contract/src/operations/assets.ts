// Uploaded images, which microsites refer to by path (dashboard).
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { cursor, Identifier, text, UnixTime } from '../values.ts'

/** The maximum size of an upload. */
export const assetBytes = 10 * 1024 * 1024

/** A received file, which is on the server's disk until it is read. A client sends it as bytes. */
export interface ReceivedFile {
  /** In bytes. */
  readonly size: number
  /** From the beginning, chunk by chunk, so that the whole file is never in memory. */
  parts(): AsyncIterable<Uint8Array>
}

const File = z.custom<Uint8Array>() as unknown as z.ZodType<ReceivedFile, Uint8Array>

const Picture = z.object({ path: z.string(), width: z.int(), height: z.int() })

export const Asset = z
  .object({
    id: z.string(),
    path: z
      .string()
      .meta({ description: 'The path to use in a component', examples: ['/assets/k3v9x2.webp'] }),
    title: z.string(),
    width: z.int(),
    height: z.int(),
    variants: z.array(Picture).meta({ description: 'Smaller versions' }),
    bytes: z.int().meta({ description: 'The total size of all its files' }),
    created_at: UnixTime,
  })
  .meta({ id: 'Asset' })
export type Asset = z.output<typeof Asset>

const tag = 'Assets'
const audience = 'dashboard'

const list = operation({
  id: 'listAssets',
  method: 'GET',
  path: '/assets',
  role: 'viewer',
  tag,
  audience,
  query: z.object({
    limit: z.int().min(1).max(100).default(50),
    after: cursor(200),
  }),
  answer: envelope(z.array(Asset)).extend({ next_cursor: z.string().nullable() }),
  summary: 'List uploaded images, newest first',
})

const upload = operation({
  id: 'uploadAsset',
  method: 'POST',
  path: '/assets',
  role: 'editor',
  tag,
  audience,
  query: z.object({ title: text(255).default('') }),
  body: z.object({ file: File }),
  file: { mostBytes: assetBytes },
  answer: envelope(Asset),
  errors: ['plan_limit'],
  creates: true,
  summary: 'Upload an image: PNG, JPEG, WebP, GIF, SVG or BMP, at most 10 MiB and 40 megapixels',
  description:
    'It is re-encoded, which removes everything else in the file, such as the location of a photo.',
})

const remove = operation({
  id: 'deleteAsset',
  method: 'DELETE',
  path: '/assets/{id}',
  role: 'editor',
  tag,
  audience,
  params: z.object({ id: Identifier }),
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  summary: 'Delete an uploaded image; pages that use it no longer show it',
})

/** In the order of the reference. */
export const operations = {
  list,
  upload,
  remove,
}
