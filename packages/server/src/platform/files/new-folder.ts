// A folder that is there whole, or not at all: it is filled under another name.
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError } from '../command.ts'

/** Fills a folder that is not there yet; where that fails, or is interrupted, there is none of that name. */
export async function fillFolder<T>(name: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const folder = resolve(name)
  if (isThere(folder)) throw new CommandError(`${folder} exists already; choose a new name`)
  const unfinished = `${folder}.unfinished`
  if (isThere(unfinished))
    throw new CommandError(
      `${unfinished} is what an interrupted export has left, or one that is under way; remove it first`,
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

/** Also a symbolic link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
