// The folders of bundles below a cache: a whole one for each version, and old ones for who still has them open.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the server has to know of a bundle; `manifest.json` of its folder. */
export interface BundleManifest {
  /** The files that the page loads at once, by name. */
  script: string
  stylesheet: string
  preloads: string[]
  /** What the page of links needs besides, which most people see first. */
  linksPage: {
    preloads: string[]
    /** What it asks the server for at once, where its address names nothing special. */
    questions: string[]
  }
  /** What every page asks the server for at once. */
  questions: string[]
  /** All, with their media types. */
  files: Record<string, string>
  /** Those that stand beside as `.br` too, smaller than a server would make them on its way: the first page's. */
  compressed: string[]
}

/** Has `fill` write the bundle of this name below `cache`, unless it is there already; gives the name. */
export async function keepBundle(
  cache: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name)
  if (await isWhole(folder)) return name
  await mkdir(cache, { recursive: true })
  // Servers in containers of their own have the same number of a process, and may share the folder.
  const partial = `${folder}.${randomUUID()}.partial`
  await fill(partial)
  await put(partial, folder)
  // Another process may be at it as well, and what is left is pruned the next time.
  await prune(cache).catch(() => undefined)
  return name
}

/** Moves a bundle into place, replacing a broken one. One that another process put there first is the same, and stays. */
async function put(partial: string, folder: string): Promise<void> {
  try {
    await rename(partial, folder)
  } catch {
    if (await isWhole(folder)) return await rm(partial, { recursive: true, force: true })
    const broken = `${partial}.broken`
    await rename(folder, broken).catch(() => undefined)
    try {
      await rename(partial, folder)
    } catch (error) {
      await rm(partial, { recursive: true, force: true })
      if (!(await isWhole(folder))) throw error
    } finally {
      await rm(broken, { recursive: true, force: true })
    }
  }
}

/** Whether a folder has all of a bundle: a full disk, or whoever tidied up, may have left some of it. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    const { files, compressed }: BundleManifest = await Bun.file(join(folder, 'manifest.json')).json()
    const names = [...Object.keys(files), ...compressed.map((name) => `${name}.br`)]
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return sizes.length > 0 && sizes.every((size) => size > 0)
  } catch {
    return false
  }
}

const keptDays = 7

/** Deletes bundles that another one followed some days ago: until then whoever has one open may ask for a chunk of it. */
async function prune(cache: string): Promise<void> {
  const oldest = Date.now() - keptDays * 24 * 60 * 60 * 1000
  const made = await Promise.all(
    (await readdir(cache)).map(async (name) => ({ name, at: (await stat(join(cache, name))).mtimeMs })),
  )
  made.sort((one, other) => one.at - other.at)
  for (const [index, { name }] of made.entries()) {
    const next = made[index + 1]
    if (next && next.at < oldest) await rm(join(cache, name), { recursive: true, force: true })
  }
}
