// The web app's bundle: made by a process of its own when the dashboard is first opened, and kept for the next start.
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
  linksPage: { preloads: string[]; questions: string[] }
  questions: string[]
  files: ReadonlyMap<string, StaticFile>
}

interface BundlesNeeds {
  log: Log
  /** The program that bundles into a folder and prints the name of the bundle's folder below it. */
  program: string
  /** Where bundles are kept: the first one that can be written to. */
  caches: string[]
}

// Bundling keeps a core busy for seconds, and strangers can ask for it: one that fails is not tried all the time.
const againMilliseconds = 5_000

/** Gives the bundle; one that could not be made is tried again by who asks some seconds later. */
export function createBundles(needs: BundlesNeeds): () => Promise<Bundle> {
  let opening: Promise<Bundle> | undefined
  let failedAt = Number.POSITIVE_INFINITY
  return () => {
    if (performance.now() - failedAt > againMilliseconds) opening = undefined
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
  const begun = performance.now()
  const bundler = Bun.spawn([...ownProcess(program).command, cache], { stdout: 'pipe', stderr: 'pipe' })
  const [name, complaint, status] = await Promise.all([
    new Response(bundler.stdout).text(),
    new Response(bundler.stderr).text(),
    bundler.exited,
  ])
  if (status !== 0) throw new Error(`the dashboard could not be bundled: ${complaint.slice(0, 2000)}`)
  const bundle = await read(cache, name.trim())
  log.info('the dashboard is ready', { milliseconds: Math.round(performance.now() - begun) })
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

/** Files of the bundles of other versions that are still there: who has one of them open loads the rest of it from here. */
async function olderFiles(cache: string): Promise<Map<string, StaticFile>> {
  const bundles = await Promise.all(
    // What is no whole bundle has nothing for anybody.
    (await readdir(cache)).map((name) => read(cache, name).catch(() => null)),
  )
  return new Map(bundles.flatMap((bundle) => [...(bundle?.files ?? [])]))
}

/** The first of these folders that can be written to; an installation may be for reading only. */
async function writable(folders: string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      return folder
    } catch {
      // The next one, then.
    }
  }
  throw new Error(
    `the dashboard can be bundled into none of ${folders.join(', ')}: they cannot be written to`,
  )
}
