// A program that caches a bundle of a few bytes like the dashboard's bundler, whose own takes seconds to build.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BundleManifest, keepBundle } from '../packages/dashboard/bundle-folders.ts'

const manifest: BundleManifest = {
  script: 'main-2.js',
  stylesheet: 'main-2.css',
  preloads: [],
  languages: {},
  linksPage: { preloads: [], questions: [] },
  questions: [],
  compressed: ['main-2.js'],
  files: { 'main-2.js': 'text/javascript', 'main-2.css': 'text/css' },
}

async function fill(folder: string): Promise<void> {
  await mkdir(folder)
  for (const name of [...Object.keys(manifest.files), 'main-2.js.br'])
    await writeFile(join(folder, name), name)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

const [, , cache = ''] = process.argv
console.log(await keepBundle(resolve(cache), 'small', fill))
