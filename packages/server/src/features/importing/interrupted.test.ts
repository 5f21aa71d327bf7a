// An import beside a running server: interrupted by a person, killed at once, and run again to its end.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, type Instance, onEachEngine } from '../../../../../test/instance.ts'
import { linnet, root } from '../../../../../test/program.ts'

const links = 12_000
// Three programs start and work beside a server: on a crowded machine that takes a while.
const patienceMilliseconds = 120_000

onEachEngine('an import that does not come to its end', (instance) => {
  test(
    'goes on where it was, makes no link twice, and visitors are answered meanwhile',
    async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'meanwhile' })
      const file = join(instance.database.env.DATA_DIR, 'links.csv')
      const rows = Array.from({ length: links }, (_, at) => `part-${at},https://example.com/${at},${at % 3}`)
      writeFileSync(file, ['code,url,clicks', ...rows].join('\n'))
      const words = ['import', file, '--email', account.email]

      const stopped = await endedAfter(500, 'SIGINT', instance, account, words)
      expect(stopped.status).toBe(1)
      const [, read] = /interrupted after (\d+) records/.exec(stopped.error) ?? []
      expect(await total(account)).toBe(Number(read) + 1)

      const killed = await endedAfter(Number(read) + 500, 'SIGKILL', instance, account, words)
      expect(killed.status).toBeNull()
      const there = (await total(account)) - 1
      expect(there).toBeLessThan(links)

      const last = await linnet([...words, '--json'], instance.database.env)
      expect(JSON.parse(last.out)).toMatchObject({
        read: links,
        created: links - there,
        same: there,
        refused: 0,
      })
      expect(await total(account)).toBe(links + 1)
      expect((await account.call(`GET /links?search=part-${links - 1}`)).body.data[0]).toMatchObject({
        short: `part-${links - 1}`,
        clicks: (links - 1) % 3,
      })
    },
    patienceMilliseconds,
  )
})

async function total(account: Account): Promise<number> {
  return (await account.call('GET /links?limit=1')).body.total
}

/** Runs the command until there are so many links, and then sends it a signal. */
async function endedAfter(
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
