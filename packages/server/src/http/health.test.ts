// The health metrics: what they report, and who may read them.
import { expect, test } from 'bun:test'
import { type Instance, onEachEngine } from '../../../../test/instance.ts'

async function healthNumbers(instance: Instance): Promise<Record<string, number>> {
  const { status, text, headers } = await instance.ask('GET /healthz/metrics', {
    headers: { authorization: 'Bearer a monitor' },
  })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    samples.map((sample) => [sample.slice(0, sample.lastIndexOf(' ')), Number(sample.split(' ').at(-1))]),
  )
}

onEachEngine(
  'the metrics',
  (instance) => {
    test('report recorded, pending and uncounted clicks, and the resource usage of the process', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'seen' })
      for (let visit = 0; visit < 3; visit++) await instance.visit('/seen')
      const before = await healthNumbers(instance)
      expect(before).toMatchObject({ linnet_clicks_total: 3, linnet_uncounted_clicks_total: 0 })
      expect(before.linnet_clicks_pending).toBeLessThanOrEqual(3)
      await account.call('GET /links/seen/stats/lifetime')
      const after = await healthNumbers(instance)
      expect(after).toMatchObject({ linnet_clicks_total: 3, linnet_clicks_pending: 0 })
      expect(after.linnet_journal_bytes).toBeGreaterThanOrEqual(4 * 1024 * 1024)
      expect(after.process_resident_memory_bytes).toBeGreaterThan(1024 * 1024)
    })

    test('are 404 without the token', async () => {
      const { key } = await instance.account()
      for (const authorization of [
        undefined,
        'Bearer ',
        'Bearer a monito',
        'Bearer a monitor2',
        `Bearer ${key}`,
      ]) {
        const answer = await instance.ask('GET /healthz/metrics', {
          headers: authorization ? { authorization } : {},
        })
        expect(answer.status, authorization).toBe(404)
        expect(answer.text).not.toContain('linnet_')
      }
    })

    test('are read-only', async () => {
      const answer = await instance.ask('POST /healthz/metrics', {
        headers: { authorization: 'Bearer a monitor' },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    })
  },
  { METRICS_TOKEN: 'a monitor' },
)

onEachEngine('the metrics without METRICS_TOKEN', (instance) => {
  test('are 404 for everyone', async () => {
    for (const authorization of ['Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined'])
      expect((await instance.ask('GET /healthz/metrics', { headers: { authorization } })).status).toBe(404)
    expect((await instance.ask('GET /healthz')).body).toEqual({ status: 'ok', uncounted_clicks: 0 })
  })
})
