// Images in a folder, with a subfolder for the first two letters of names, because a folder of a million files is slow to list.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetFiles } from './asset-files.ts'

export function diskFiles(root: string): AssetFiles {
  const folderOf = (name: string) => join(root, name.slice(0, 2))
  const pathOf = (name: string) => join(folderOf(name), name)
  const draftOf = (name: string) => `${pathOf(name)}.part`

  return {
    async put(name, content) {
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
      await writeThrough(draftOf(name), content)
      await rename(draftOf(name), pathOf(name))
      await syncFolder(folderOf(name))
    },
    async get(name) {
      const file = Bun.file(pathOf(name))
      return (await file.exists()) ? file : null
    },
    async remove(names) {
      for (const name of names)
        for (const path of [pathOf(name), draftOf(name)]) await rm(path, { force: true })
    },
  }
}

/** Writes a file that survives a power failure. */
async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a new name in a folder survive a power failure as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
