// Interrupted imports by the real program, beside a server that serves visitors.
import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account, Instance } from '../instance.ts'
import { root } from '../machine/program.ts'

export const total = async (account: Account): Promise<number> =>
  (await account.call('GET /links?limit=1')).body.total

/** An account with a link that is visited meanwhile, and the command that imports this many links for it. */
export async function prepareImport(instance: Instance, links: number) {
  const account = await instance.account()
  await account.link({ custom_slug: 'meanwhile' })
  const file = join(instance.database.env.DATA_DIR, 'links.csv')
  const rows = Array.from({ length: links }, (_, at) => `part-${at},https://example.com/${at},${at % 3}`)
  writeFileSync(file, ['code,url,clicks', ...rows].join('\n'))
  return { account, words: ['import', file, '--email', account.email] }
}

/** Runs the command until there are this many links, and then sends it a signal. */
export async function endedAfter(
  many: number,
  signal: NodeJS.Signals,
  instance: Instance,
  account: Account,
  words: string[],
): Promise<{ status: number | null; error: string }> {
  const child = Bun.spawn([join(root, 'bin/linnet'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...instance.database.env },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  while ((await total(account)) < many && child.exitCode === null)
    expect((await instance.visit('/meanwhile')).status).toBe(302)
  child.kill(signal)
  const error = await new Response(child.stderr).text()
  await child.exited
  return { status: child.exitCode, error }
}

/** Checks that every link exists exactly once, however many the earlier runs imported. */
export async function expectWhole(account: Account, links: number): Promise<void> {
  expect(await total(account)).toBe(links + 1)
  expect((await account.call(`GET /links?search=part-${links - 1}`)).body.data[0]).toMatchObject({
    short: `part-${links - 1}`,
    clicks: (links - 1) % 3,
  })
}
