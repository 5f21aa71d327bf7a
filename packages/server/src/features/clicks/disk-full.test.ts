// When the journal can't be written, redirects continue, and the number of uncounted clicks is reported.
import { describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { oneEngine } from '../../../../../test/command/one-engine.ts'
import { browser, startInstance } from '../../../../../test/instance.ts'
import { until } from '../../../../../test/timeouts.ts'

describe.each(oneEngine)('on %s', (engine) => {
  test('without disk space for the journal, visitors are still redirected, and uncounted clicks are reported', async () => {
    const instance = await startInstance(engine, { LOG_LEVEL: 'silent' })
    const { database } = instance
    const account = await instance.account()
    await account.link({ custom_slug: 'full' })
    let sent = 0
    let answered = 0
    // User agents that are all different fill a segment of the journal ten times as fast.
    async function visit(times: number): Promise<void> {
      let left = times
      const person = async () => {
        while (left-- > 0) {
          const headers = { 'user-agent': `${browser} ${String(sent++).padEnd(500, 'x')}` }
          expect((await instance.visit('/full', headers)).status).toBe(302)
          answered++
        }
      }
      await Promise.all(Array.from({ length: 32 }, person))
    }
    const uncounted = async (): Promise<number> => (await instance.ask('GET /healthz')).body.uncounted_clicks
    const ask = () => account.call('GET /links/full/stats/lifetime')

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
    await until('a click fits', async () => {
      const before = await uncounted()
      await visit(1)
      return (await uncounted()) === before
    })
    await visit(100)
    const answer = await until('statistics are answered again', async () => {
      const asked = await ask()
      return asked.status !== 503 && asked
    })
    expect(answer.body.data.clicks + (await uncounted())).toBe(answered)
    expect(instance.errors.join('\n')).toContain('the journal cannot be written')
    instance.errors.splice(0)
    await instance.stop()
    await database.remove()
  })
})
