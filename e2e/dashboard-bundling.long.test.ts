// The dashboard's real bundle is rebuilt if files of it are missing.
import { afterAll, beforeAll, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expectKept, expectRebuilt } from './kept-bundles.ts'

const program = resolve(import.meta.dir, '../packages/dashboard/bundle.ts')

let cache: string
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'linnet-bundles-'))
})
afterAll(() => rm(cache, { recursive: true }))

test('is made once, and used by the next server as it is', () => expectKept(cache, program))

test('is rebuilt by two servers at once that share the folder', () => expectRebuilt(cache, program))
