// Answers `/assets/…`: a file of an image that is there, for ever the same, and harmless even where it is opened by itself.
import { Refusal } from '@linnet/contract'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { type AssetFiles, fileName, readFileName } from './asset-files.ts'
import { widthsOf } from './assets.ts'
import type { AssetStore, ShownAsset } from './store.ts'

const remembered = 10_000

const contentTypes: Record<string, string> = { webp: 'image/webp', svg: 'image/svg+xml' }

const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Opened by itself, a picture is a document: one that may run, load and send nothing.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // A microsite may be on a host of ours that is another site than this one.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** What answers the path of a file below `/assets/`; null where there is none. */
export function createAnswering(store: AssetStore, files: AssetFiles, log: Log) {
  const shown = new BoundedCache<ShownAsset>(remembered)
  store.subscribe((gone) => {
    if (gone === null) shown.clear()
    else if ('name' in gone) shown.delete(gone.name)
    else shown.deleteWhere(({ user_id }) => user_id === gone.userId)
  })

  return async (request: Request, requestId: string, path: string): Promise<Response | null> => {
    const asked = readFileName(path)
    const asset =
      asked && (await (shown.get(asked.name) ?? shown.load(asked.name, () => store.byName(asked.name))))
    if (!asset || asset.format !== asked.format) return null
    if (asked.width !== null && !widthsOf(asset).includes(asked.width)) return null
    const name = fileName(asked, asked.width ?? undefined)
    // A name is given once, so it says what is in the file.
    const etag = `"${name}"`
    const all = { ...headers, ETag: etag, 'X-Request-Id': requestId }
    if (hasEntityTag(request.headers, etag)) return new Response(null, { status: 304, headers: all })
    const content = await files.get(name).catch((error) => {
      log.warn('an image cannot be read', { reason: `${error}` })
      throw new Refusal('unavailable')
    })
    if (!content) return null
    const type = contentTypes[asked.format] as string
    return new Response(content, {
      headers: { ...all, 'Content-Type': type, 'Content-Length': `${content.size}` },
    })
  }
}
