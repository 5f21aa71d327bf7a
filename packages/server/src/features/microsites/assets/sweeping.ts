// Removes the files of images that are deleted, of those that an interrupted upload has left, and of deleted accounts.
import { type AssetFiles, fileNames } from './asset-files.ts'
import { widthsOf } from './assets.ts'
import type { AssetStore } from './store.ts'

// An upload that still writes its files is far quicker, even to a slow bucket.
const graceSeconds = 600

/** Sweeps all that was deleted ten minutes before `now` (Unix seconds), a few at a time. */
export async function sweep(store: AssetStore, files: AssetFiles, now: number): Promise<void> {
  while (await sweepSome(store, files, { deletedBy: now - graceSeconds }));
}

/** Removes some images; false where there are none. Files go first: without the row nobody would know of them. */
export async function sweepSome(
  store: AssetStore,
  files: AssetFiles,
  of: { deletedBy: number } | { userId: number },
): Promise<boolean> {
  const rows = await store.claim(of)
  for (const row of rows) await files.remove(fileNames({ ...row, widths: widthsOf(row) }))
  if (rows.length > 0) await store.forget(rows.map(({ id }) => id))
  return rows.length > 0
}
