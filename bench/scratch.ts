// Temporary folders of a run, which are removed when it ends in any way.
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

/** Removes a folder before the run ends, because it takes much space. */
export function removeScratch(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}
