// An image as the API shows it: its record and path, and how many images one account may keep.
import { type Asset, Refusal } from '@linnet/contract'
import { fileName, readFileName } from './asset-files.ts'
import type { StorageUse, StoredAsset } from './store.ts'

const mostImages = 1000
const mostBytes = 1024 * 1024 * 1024

/** Refuses with `plan_limit` if an account's images leave no room for `bytes` more. */
export function requireRoom(used: StorageUse, bytes: number): void {
  if (used.count >= mostImages)
    throw new Refusal('plan_limit', `An account can have at most ${mostImages} images. Delete some first.`)
  if (used.bytes + bytes > mostBytes)
    throw new Refusal(
      'plan_limit',
      'The images of an account can take up to 1 GiB, including those deleted in the last ten minutes. Delete some, and wait.',
    )
}

export interface PictureSize {
  width: number
  height: number
  /** Smaller variants, the smallest first. */
  variants: { path: string; width: number; height: number }[]
}

export function widthsOf({ variants }: Pick<StoredAsset, 'variants'>): number[] {
  return JSON.parse(variants) as number[]
}

export function pathOf(row: StoredAsset, width?: number): string {
  return `/assets/${fileName(row, width)}`
}

export function sizeOf(row: StoredAsset): PictureSize {
  const { width, height } = row
  const variants = widthsOf(row).map((narrower) => ({
    path: pathOf(row, narrower),
    width: narrower,
    height: Math.max(1, Math.round((height * narrower) / width)),
  }))
  return { width, height, variants }
}

/** The name of the image whose whole file has this path, such as `/assets/k3v9.webp`; null for another path. */
export function nameIn(path: string): string | null {
  const read = path.startsWith('/assets/') ? readFileName(path.slice('/assets/'.length)) : null
  return read?.width === null ? read.name : null
}

export function assetRecord(row: StoredAsset): Asset {
  return {
    id: row.public_id,
    path: pathOf(row),
    title: row.title,
    ...sizeOf(row),
    bytes: row.bytes,
    created_at: row.created_at,
  }
}
