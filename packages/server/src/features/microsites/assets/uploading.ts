// An upload: drawn anew, kept whole, and only then there. Whatever is interrupted when, nothing half is ever answered.
import { type Asset, type ReceivedFile, Refusal } from '@linnet/contract'
import type { Log } from '../../../platform/observability/log.ts'
import type { RequestContext } from '../../../platform/operations/handler.ts'
import type { ReencodedImage } from '../../../platform/rendering/index.ts'
import { orderedIds, randomText } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type AssetFiles, fileName, fileNames } from './asset-files.ts'
import { assetRecord, requireRoom } from './assets.ts'
import type { Redraw } from './drawing.ts'
import type { AssetStore, StoredAsset } from './store.ts'

export interface UploadingNeeds {
  store: AssetStore
  files: AssetFiles
  log: Log
  redraw: Redraw
}

// 24 of these carry 124 bits: nobody finds an image who was not told of it.
const nameAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const nameLength = 24
// Listed newest first, also those of one millisecond.
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
 * Keeps an image. The row is written first, as one that is deleted, so that the sweeper finds what a process leaves that
 * dies in between; then the files; then the mark is taken from the row.
 */
export async function upload(
  needs: UploadingNeeds,
  { userId, file, title, now, once }: Upload,
): Promise<{ data: Asset }> {
  const { store, log } = needs
  requireRoom(await store.room(userId), 0)
  const drawn = await needs.redraw(userId, file)
  const contents = [drawn, ...drawn.variants].map(({ content }) => content)
  const row: StoredAsset = {
    public_id: nextId(now),
    user_id: userId,
    name: randomText(nameLength, nameAlphabet),
    title,
    format: drawn.format,
    width: drawn.width,
    height: drawn.height,
    variants: JSON.stringify(drawn.variants.map(({ width }) => width)),
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    created_at: unixSeconds(now),
  }
  await store.announceFiles(row, (taken) => requireRoom(taken, row.bytes))
  let isKept = false
  try {
    await keep(needs, row, drawn)
    const answer = await once(async (tx) => {
      if (!(await store.publish(tx, row)))
        throw new Refusal('unavailable', 'Keeping the image took too long. Upload it again.')
      return { data: assetRecord(row) }
    })
    // The same upload may have come twice at once: this one's files are nobody's then.
    isKept = answer.data.id === row.public_id
    return answer
  } finally {
    // What cannot be removed now, the sweeper removes.
    if (!isKept)
      await discard(needs, row, drawn).catch((reason) =>
        log.warn('files of an image are left', { reason: `${reason}` }),
      )
  }
}

async function keep({ files, log }: UploadingNeeds, row: StoredAsset, drawn: ReencodedImage): Promise<void> {
  try {
    for (const { width, content } of drawn.variants) await files.put(fileName(row, width), content)
    await files.put(fileName(row), drawn.content)
  } catch (error) {
    log.warn('an image cannot be kept', { reason: `${error}` })
    throw new Refusal('unavailable', 'Images cannot be kept at the moment. Try again shortly.')
  }
}

async function discard(
  { files, store }: UploadingNeeds,
  row: StoredAsset,
  drawn: ReencodedImage,
): Promise<void> {
  await files.remove(fileNames({ ...row, widths: drawn.variants.map(({ width }) => width) }))
  await store.discard(row.public_id)
}
