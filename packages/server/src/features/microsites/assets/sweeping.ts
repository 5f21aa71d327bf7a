// Removes the files of deleted images, of interrupted uploads, and of deleted accounts.
import { type AssetFiles, fileNames } from './asset-files.ts'
import { widthsOf } from './assets.ts'
import type { AssetStore } from './store.ts'

// Far longer than an upload takes, even to a slow bucket.
const graceSeconds = 600

/** Removes all images that were deleted ten minutes before `now` (Unix seconds), a few at a time. */
export async function sweep(store: AssetStore, files: AssetFiles, now: number): Promise<void> {
  while (await sweepSome(store, files, { deletedBy: now - graceSeconds }));
}

/** Removes some images; false if there are none. Files go first, because without the row they couldn't be found. */
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
