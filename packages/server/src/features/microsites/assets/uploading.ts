// An upload: re-encoded, stored completely, and only then visible. Whatever is interrupted, no partial image is ever served.
import { type Asset, type ReceivedFile, Refusal } from '@linnet/contract'
import type { Log } from '../../../platform/observability/log.ts'
import type { RequestContext } from '../../../platform/operations/handler.ts'
import type { ReencodedImage } from '../../../platform/rendering/index.ts'
import { orderedIds, randomText } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type AssetFiles, fileName, fileNames } from './asset-files.ts'
import { assetRecord, requireRoom } from './assets.ts'
import type { Reencode } from './reencoding.ts'
import type { AssetStore, StoredAsset } from './store.ts'

export interface UploadingNeeds {
  store: AssetStore
  files: AssetFiles
  log: Log
  reencode: Reencode
}

// 24 of these carry 124 bits, so that nobody can guess an image's name.
const nameAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const nameLength = 24
// Lists are ordered by id, newest first, even within a millisecond.
const nextId = orderedIds('ast')

export interface Upload {
  userId: number
  file: ReceivedFile
  title: string
  /** Milliseconds. */
  now: number
  once: RequestContext['once']
}

/**
 * Stores an image. First the row is inserted, marked as deleted, so that the sweeper finds what a crashed process leaves;
 * then the files are written; then the mark is removed.
 */
export async function upload(
  needs: UploadingNeeds,
  { userId, file, title, now, once }: Upload,
): Promise<{ data: Asset }> {
  const { store, log } = needs
  requireRoom(await store.usage(userId), 0)
  const encoded = await needs.reencode(userId, file)
  const contents = [encoded, ...encoded.variants].map(({ content }) => content)
  const row: StoredAsset = {
    public_id: nextId(now),
    user_id: userId,
    name: randomText(nameLength, nameAlphabet),
    title,
    format: encoded.format,
    width: encoded.width,
    height: encoded.height,
    variants: JSON.stringify(encoded.variants.map(({ width }) => width)),
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    created_at: unixSeconds(now),
  }
  await store.announceFiles(row, (used) => requireRoom(used, row.bytes))
  let isKept = false
  try {
    await storeFiles(needs, row, encoded)
    const answer = await once(async (tx) => {
      if (!(await store.publish(tx, row)))
        throw new Refusal('unavailable', 'Storing the image took too long. Upload it again.')
      return { data: assetRecord(row) }
    })
    // If the same upload was sent twice at once, this one's files may belong to no image.
    isKept = answer.data.id === row.public_id
    return answer
  } finally {
    // The sweeper removes what can't be removed now.
    if (!isKept)
      await discard(needs, row, encoded).catch((reason) =>
        log.warn('files of an image could not be deleted', { reason: `${reason}` }),
      )
  }
}

async function storeFiles(
  { files, log }: UploadingNeeds,
  row: StoredAsset,
  encoded: ReencodedImage,
): Promise<void> {
  try {
    for (const { width, content } of encoded.variants) await files.put(fileName(row, width), content)
    await files.put(fileName(row), encoded.content)
  } catch (error) {
    log.warn('an image cannot be stored', { reason: `${error}` })
    throw new Refusal('unavailable', "Images can't be stored at the moment. Try again shortly.")
  }
}

async function discard(
  { files, store }: UploadingNeeds,
  row: StoredAsset,
  encoded: ReencodedImage,
): Promise<void> {
  await files.remove(fileNames({ ...row, widths: encoded.variants.map(({ width }) => width) }))
  await store.discard(row.public_id)
}
