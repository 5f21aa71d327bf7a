// Folders for what a run makes and nobody needs afterwards: they are gone when it ends, however that is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-bench-'))
  folders.add(folder)
  return folder
}

/** Removes a folder before the run ends, because it takes a lot of room. */
export function removeScratch(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}
