// When the journal itself can't be written any more: redirects go on, and it is known how many clicks went uncounted.
import { afterEach, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { engines, freshDatabase } from '../../../../../test/databases.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, newKey, serve } from '../../../../../test/program.ts'

afterEach(endAll)

describe.each([...engines])('on %s', (engine) => {
  test('without room for the journal visitors are redirected all the same, and what went uncounted is told', async () => {
    const database = await freshDatabase(engine)
    const server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
    const key = await newKey(database.env)
    const authorization = { authorization: `Bearer ${key}` }
    await fetch(`${server.url}/v2/links`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'full' }),
    })
    let sent = 0
    let answered = 0
    // User agents that are all different fill a segment of the journal ten times as fast.
    async function visit(times: number): Promise<void> {
      let left = times
      const person = async () => {
        while (left-- > 0) {
          const headers = { 'user-agent': `${browser} ${String(sent++).padEnd(500, 'x')}` }
          const answer = await fetch(`${server.url}/full`, { redirect: 'manual', headers })
          expect(answer.status).toBe(302)
          answered++
        }
      }
      await Promise.all(Array.from({ length: 32 }, person))
    }
    const uncounted = async (): Promise<number> =>
      ((await (await fetch(`${server.url}/healthz`)).json()) as { uncounted_clicks: number }).uncounted_clicks
    const ask = () => fetch(`${server.url}/v2/links/full/stats/lifetime`, { headers: authorization })

    await visit(100)
    expect(await uncounted()).toBe(0)
    const journal = join(database.env.DATA_DIR, 'journal', '0')
    renameSync(journal, `${journal}-away`)
    // The segment in use has room for some 7,000 of these.
    await visit(8_000)
    const lost = await uncounted()
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(2_000)
    expect((await ask()).status).toBe(503)

    renameSync(`${journal}-away`, journal)
    const giveUp = Date.now() + 10_000
    for (let before = -1; before !== (await uncounted()); expect(Date.now()).toBeLessThan(giveUp)) {
      before = await uncounted()
      await visit(1)
    }
    await visit(100)
    let answer = await ask()
    for (; answer.status === 503; answer = await ask()) expect(Date.now()).toBeLessThan(giveUp)
    const { data } = (await answer.json()) as { data: { clicks: number } }
    expect(data.clicks + (await uncounted())).toBe(answered)
    expect(await server.end('SIGTERM')).toBe(0)
    await database.remove()
  }, 60_000)
})
