// The bundle folders in a cache: one per version. Old ones stay for a while, for browsers that still use them.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the server needs to know about a bundle: the `manifest.json` of its folder. */
export interface BundleManifest {
  /** The names of the files that the page loads at once. */
  script: string
  stylesheet: string
  preloads: string[]
  /** The message files of each language, which a page in that language loads at once; English has none. */
  languages: Record<string, string[]>
  /** What the links page also needs, because most people see it first. */
  linksPage: {
    preloads: string[]
    /** The requests that it sends at once if its URL has no filters. */
    questions: string[]
  }
  /** The requests that every page sends at once. */
  questions: string[]
  /** All files, with their media types. */
  files: Record<string, string>
  /** The files of the first page, which also have a `.br` version: smaller than if compressed per request. */
  compressed: string[]
}

/** Has `fill` write the bundle with this name into `cache`, unless it is there already; returns the name. */
export async function keepBundle(
  cache: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name)
  if (await isWhole(folder)) return name
  await mkdir(cache, { recursive: true })
  // Servers in separate containers may have the same process id and share the folder.
  const partial = `${folder}.${randomUUID()}.partial`
  await fill(partial)
  await put(partial, folder)
  // Another process may be pruning too; whatever remains is pruned the next time.
  await prune(cache).catch(() => undefined)
  return name
}

/** Moves a bundle into place, replacing an incomplete one. If another process was first, its bundle is the same and stays. */
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

/** Whether a folder has a complete bundle: a full disk or a clean-up may have left an incomplete one. */
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

const retentionDays = 7

/** Deletes bundles that were replaced some days ago. Until then, open pages may still load their chunks. */
async function prune(cache: string): Promise<void> {
  const oldest = Date.now() - retentionDays * 24 * 60 * 60 * 1000
  const made = await Promise.all(
    (await readdir(cache)).map(async (name) => ({ name, at: (await stat(join(cache, name))).mtimeMs })),
  )
  made.sort((one, other) => one.at - other.at)
  for (const [index, { name }] of made.entries()) {
    const next = made[index + 1]
    if (next && next.at < oldest) await rm(join(cache, name), { recursive: true, force: true })
  }
}
