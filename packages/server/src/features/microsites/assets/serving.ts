// Serves `/assets/…`: the files of images, which never change and are harmless even when opened as documents.
import { Refusal } from '@linnet/contract'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { type AssetFiles, fileName, readFileName } from './asset-files.ts'
import { widthsOf } from './assets.ts'
import type { AssetStore, ServedAsset } from './store.ts'

const mostCached = 10_000

const contentTypes: Record<string, string> = { webp: 'image/webp', svg: 'image/svg+xml' }

const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Opened by itself, an SVG is a document, which must not run, load or send anything.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // A microsite may be served from another site.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Returns a function that answers the path of a file below `/assets/`; null if there is none. */
export function createAssetServer(store: AssetStore, files: AssetFiles, log: Log) {
  const cache = new BoundedCache<ServedAsset>(mostCached)
  store.subscribe((changed) => {
    if (changed === null) cache.clear()
    else if ('name' in changed) cache.delete(changed.name)
    else cache.deleteWhere(({ user_id }) => user_id === changed.userId)
  })

  return async (request: Request, path: string): Promise<Response | null> => {
    const file = readFileName(path)
    const asset =
      file && (await (cache.get(file.name) ?? cache.load(file.name, () => store.byName(file.name))))
    if (!asset || asset.format !== file.format) return null
    if (file.width !== null && !widthsOf(asset).includes(file.width)) return null
    const name = fileName(file, file.width ?? undefined)
    // A name is never used twice, so it identifies the content.
    const etag = `"${name}"`
    const allHeaders = { ...headers, ETag: etag }
    if (hasEntityTag(request.headers, etag)) return new Response(null, { status: 304, headers: allHeaders })
    const content = await files.get(name).catch((error) => {
      log.warn('an image cannot be read', { reason: `${error}` })
      throw new Refusal('unavailable')
    })
    if (!content) return null
    const type = contentTypes[file.format] as string
    return new Response(content, {
      headers: { ...allHeaders, 'Content-Type': type, 'Content-Length': `${content.size}` },
    })
  }
}
