// Counting across segments: no click is lost or counted twice where one file ends and the next begins.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { oneEngine } from '../../../../../../test/command/one-engine.ts'
import { browser, startInstance } from '../../../../../../test/instance.ts'

describe.each(oneEngine)('clicks that fill several segments of the journal, on %s', (engine) => {
  test('count exactly once each, and the files of counted ones are deleted', async () => {
    const instance = await startInstance(engine)
    const account = await instance.account()
    await account.link({ custom_slug: 'segments' })
    // User agents that are all different and of the maximum length make the records ten times as large.
    const agent = (number: number) => `${browser} ${String(number).padEnd(500, 'x')}`
    const visits = 18_000
    let next = 0
    const visitor = async () => {
      while (next < visits) {
        const answer = await instance.visit('/segments', { 'user-agent': agent(next++) })
        if (answer.status !== 302) throw new Error(`a visit was answered ${answer.status}`)
      }
    }
    await Promise.all(Array.from({ length: 32 }, visitor))
    const counted = async () => (await account.call('GET /links/segments/stats/lifetime')).body.data.clicks
    // A query doesn't wait for this many.
    while ((await counted()) < visits);
    expect(await counted()).toBe(visits)
    const journal = join(instance.database.env.DATA_DIR, 'journal', '0')
    const segments = readdirSync(journal).filter((name) => name.endsWith('.clicks'))
    expect(segments.length).toBe(1)
    // At 560 bytes each they filled two segments of 4 MiB: the third is the one in use.
    expect(segments).toEqual(['0000000003.clicks'])
    await instance.stop()
    await instance.database.remove()
  })
})
