// Uploaded images: re-encoded, kept in a folder or a bucket, and served. The feature's public API.
import { join } from 'node:path'
import { type Api, Refusal } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import { wrongMethod } from '../../../http/visitor-answers.ts'
import type { Module } from '../../../module.ts'
import type { BucketAddress } from '../../../platform/files/bucket-address.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import { nameIn, type PictureSize, pathOf, sizeOf } from './assets.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles } from './disk-files.ts'
import { assetOperations } from './operations.ts'
import { createReencoder } from './reencoding.ts'
import { createAssetServer } from './serving.ts'
import { AssetStore } from './store.ts'
import { sweep, sweepSome } from './sweeping.ts'
import { upload } from './uploading.ts'

export type { PictureSize } from './assets.ts'
export { imagePaths } from './image-paths.ts'

export interface Assets extends Module {
  operations: { assets: Handlers<Api['assets']> }
  /** The sizes of those paths that belong to images of the account, by path. */
  sizesOf(userId: number, paths: string[]): Promise<Map<string, PictureSize>>
  /** The path of an image of the account by its id; null if there is none. */
  pathOf(userId: number, id: string): Promise<string | null>
  /** Stores an image that the server has got for an account, as an upload; refuses as an upload does. `now` in milliseconds. */
  keep(userId: number, content: Uint8Array, title: string, now: number): Promise<{ id: string; path: string }>
  /** Deletes an image of the account by its id, if there is one. */
  discard(userId: number, id: string, now: number): Promise<void>
  /** The content of a file whose path `sizesOf` gave; null if it was deleted meanwhile. Refuses if the bucket is unavailable. */
  read(path: string): Promise<Uint8Array | null>
}

export interface AssetsNeeds {
  db: Database
  clock: Clock
  log: Log
  renderer: Pick<Renderer, 'reencode'>
  dataDirectory: string
  /** Where images are stored instead of in the data directory. */
  assetsBucket: BucketAddress | null
}

export function createAssets({ db, clock, log, ...needs }: AssetsNeeds): Assets {
  const store = new AssetStore(db)
  const files = needs.assetsBucket
    ? bucketFiles(needs.assetsBucket)
    : diskFiles(join(needs.dataDirectory, 'assets'))
  const reencode = createReencoder(needs.renderer)
  const serve = createAssetServer(store, files, log)

  return {
    operations: { assets: assetOperations({ store, files, log, reencode }) },
    routes: [
      {
        segment: 'assets',
        part: null,
        async answer({ request, requestId, path }) {
          if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
          return await serve(request, path.slice('assets/'.length))
        },
      },
    ],
    async sizesOf(userId, paths) {
      const names = new Set(paths.map(nameIn).filter((name) => name !== null))
      const rows = await store.named(userId, [...names])
      const sizes = new Map(rows.map((row) => [pathOf(row), sizeOf(row)]))
      return new Map([...sizes].filter(([path]) => paths.includes(path)))
    },
    async pathOf(userId, id) {
      const row = await store.byPublicId(userId, id)
      return row ? pathOf(row) : null
    },
    async keep(userId, content, title, now) {
      const file = {
        size: content.length,
        async *parts() {
          yield content
        },
      }
      const once = db.transaction
      const { data } = await upload({ store, files, log, reencode }, { userId, file, title, now, once })
      return { id: data.id, path: data.path }
    },
    async discard(userId, id, now) {
      await store.remove(userId, id, unixSeconds(now))
    },
    async read(path) {
      const content = await files.get(path.slice('/assets/'.length)).catch(() => {
        throw new Refusal('unavailable')
      })
      return content && (await content.bytes())
    },
    // Removes the files of what was deleted, and what interrupted uploads have left.
    jobs: [oneNode('sweep images', 60_000, () => sweep(store, files, unixSeconds(clock.now())))],
    personalData: { erase: (userId) => sweepSome(store, files, { userId }) },
  }
}
