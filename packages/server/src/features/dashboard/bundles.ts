// The web app's bundle: made by a separate process when the dashboard is first opened, and kept for the next start.
import { access, constants, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StaticFile } from '../../http/static-files.ts'
import type { Log } from '../../platform/observability/log.ts'
import { ownProcess } from '../../platform/process/own-program.ts'

export interface Bundle {
  /** Names of files. */
  script: string
  stylesheet: string
  preloads: string[]
  languages: Record<string, string[]>
  linksPage: { preloads: string[]; questions: string[] }
  questions: string[]
  files: ReadonlyMap<string, StaticFile>
}

interface BundlesNeeds {
  log: Log
  /** The program that bundles into a folder and prints the name of the bundle's folder below it. */
  program: string
  /** Folders for bundles, of which the first writable one is used. */
  caches: string[]
}

// Bundling keeps a core busy for seconds and strangers can trigger it, so a failed one is not repeated at once.
const retryMilliseconds = 5_000

/** Returns a function that returns the bundle. After a failure, the first call some seconds later tries again. */
export function createBundles(needs: BundlesNeeds): () => Promise<Bundle> {
  let opening: Promise<Bundle> | undefined
  let failedAt = Number.POSITIVE_INFINITY
  return () => {
    if (performance.now() - failedAt > retryMilliseconds) opening = undefined
    if (!opening) {
      failedAt = Number.POSITIVE_INFINITY
      opening = open(needs)
      opening.catch(() => {
        failedAt = performance.now()
      })
    }
    return opening
  }
}

async function open({ log, program, caches }: BundlesNeeds): Promise<Bundle> {
  const cache = await writable(caches)
  const start = performance.now()
  const bundler = Bun.spawn([...ownProcess(program).command, cache], { stdout: 'pipe', stderr: 'pipe' })
  const [name, errors, status] = await Promise.all([
    new Response(bundler.stdout).text(),
    new Response(bundler.stderr).text(),
    bundler.exited,
  ])
  if (status !== 0) throw new Error(`the dashboard could not be bundled: ${errors.slice(0, 2000)}`)
  const bundle = await read(cache, name.trim())
  log.info('the dashboard is ready', { milliseconds: Math.round(performance.now() - start) })
  return { ...bundle, files: new Map([...(await olderFiles(cache)), ...bundle.files]) }
}

async function read(cache: string, name: string): Promise<Bundle> {
  const folder = join(cache, name)
  const { files, compressed, ...page } = await Bun.file(join(folder, 'manifest.json')).json()
  return {
    ...page,
    files: new Map(
      Object.entries(files as Record<string, string>).map(([file, type]) => [
        file,
        {
          type,
          content: { path: join(folder, file) },
          ...(compressed.includes(file) ? { brotli: join(folder, `${file}.br`) } : {}),
        },
      ]),
    ),
  }
}

/** Files of older versions' bundles that are still there, for browsers that have one of those versions open. */
async function olderFiles(cache: string): Promise<Map<string, StaticFile>> {
  const bundles = await Promise.all(
    // An incomplete bundle is useless.
    (await readdir(cache)).map((name) => read(cache, name).catch(() => null)),
  )
  return new Map(bundles.flatMap((bundle) => [...(bundle?.files ?? [])]))
}

/** The first of these folders that can be written to, because an installation may be read-only. */
async function writable(folders: string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      return folder
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`the dashboard can be bundled into none of ${folders.join(', ')}: none of them is writable`)
}
