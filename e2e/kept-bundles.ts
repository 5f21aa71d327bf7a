// Bundles as a server caches them on disk, for tests that damage them.
import { expect } from 'bun:test'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bundle, createBundles } from '../packages/server/src/features/dashboard/bundles.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

export const bundles = (caches: string[], program: string) => createBundles({ log, program, caches })

/** The files that are missing from a bundle. */
export async function missing(bundle: Bundle): Promise<string[]> {
  const paths = [...bundle.files.values()].flatMap(({ content, brotli }) => [
    ...('path' in content ? [content.path] : []),
    ...(brotli ? [brotli] : []),
  ])
  const isThere = await Promise.all(paths.map((path) => Bun.file(path).exists()))
  return paths.filter((_, index) => !isThere[index])
}

/** The bundle in the cache is whole, so another server uses it as it is. */
export async function expectKept(cache: string, program: string): Promise<void> {
  const { script } = await bundles([cache], program)()
  const [name] = await readdir(cache)
  const madeAt = async () => (await stat(join(cache, `${name}`, 'manifest.json'))).mtimeMs
  const before = await madeAt()
  expect((await bundles([cache], program)()).script).toBe(script)
  expect(await madeAt()).toBe(before)
}

/** Builds a bundle, deletes part of it, and has two servers rebuild it at once. */
export async function expectRebuilt(cache: string, program: string): Promise<void> {
  const whole = await bundles([cache], program)()
  expect(whole.files.size).toBeGreaterThan(1)
  const [name] = await readdir(cache)
  await rm(join(cache, `${name}`, 'manifest.json'))
  await rm(join(cache, `${name}`, whole.script))
  for (const again of await Promise.all([bundles([cache], program)(), bundles([cache], program)()])) {
    expect(again.script).toBe(whole.script)
    expect(await missing(again)).toEqual([])
  }
  expect(await readdir(cache)).toEqual([`${name}`])
}
