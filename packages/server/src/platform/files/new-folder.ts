// Creates a folder completely or not at all, by filling it under another name.
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError } from '../command.ts'

/** Creates and fills a folder. If that fails or is interrupted, no folder has that name. */
export async function fillFolder<T>(name: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const folder = resolve(name)
  if (exists(folder)) throw new CommandError(`${folder} already exists; choose another name`)
  const unfinished = `${folder}.unfinished`
  if (exists(unfinished))
    throw new CommandError(
      `${unfinished} was left by an interrupted export, or belongs to a running one; remove it first`,
    )
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const result = await fill(unfinished)
    renameSync(unfinished, folder)
    return result
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** True for a broken symbolic link as well. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
