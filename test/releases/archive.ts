// Archives what a release runs, for the test of rolling upgrades: `bun test/releases/archive.ts 0.1.0 a0adea4`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { $ } from 'bun'

// What the server runs. The dashboard is left out, because it talks to one version only.
const kept = [
  'package.json',
  'tsconfig.json',
  'bin',
  'packages/contract',
  'packages/languages',
  'packages/pages',
  'packages/server',
  'packages/dashboard/package.json',
]
const left = ['*.test.ts', '*.test.tsx', 'openapi.json']

const [version, commit] = process.argv.slice(2)
if (!version || !commit) throw new Error('name the version and its commit: archive.ts 0.1.0 a0adea4')
const folder = mkdtempSync(join(tmpdir(), 'linnet-release-'))
try {
  await $`git archive --format=tar --output=${folder}/whole.tar ${commit} ${kept}`.cwd(
    resolve(import.meta.dir, '../..'),
  )
  await $`mkdir ${folder}/files && tar -xf ${folder}/whole.tar -C ${folder}/files`
  for (const name of left) await $`find ${folder}/files -name ${name} -delete`
  // The same archive for the same commit, whoever creates it.
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  await $`tar -cf ${folder}/release.tar ${plain} -C ${folder}/files .`
  const packed = Bun.zstdCompressSync(await Bun.file(`${folder}/release.tar`).bytes(), { level: 22 })
  await Bun.write(join(import.meta.dir, `${version}.tar.zst`), packed)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
