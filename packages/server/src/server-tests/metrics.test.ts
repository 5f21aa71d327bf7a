// The metrics: on their own port, in Prometheus' format, with the names in docs/metrics.md.
import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { freshDatabase } from '../../../../test/databases.ts'
import { type Instance, onEachEngine, startInstance } from '../../../../test/instance.ts'
import { freePort } from '../../../../test/machine/free-port.ts'
import { endAll, serve } from '../../../../test/machine/program.ts'
import { openRaw } from '../../../../test/servers/raw-http.ts'
import { type MetricFamily, mergeFamilies, writeFamilies } from '../platform/observability/metrics/index.ts'

const docs = resolve(import.meta.dir, '../../../../docs')

/** Name and type of each metric in the documentation's table. */
const documented = Object.fromEntries(
  [
    ...readFileSync(`${docs}/metrics.md`, 'utf8').matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \|/gm),
  ].map(([, name, type]) => [name, type]),
)

/** The same for the names of the previous release, which have their own table. */
const renamed = Object.fromEntries(
  [...readFileSync(`${docs}/metrics.md`, 'utf8').matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(
    ([, before, now = '']) => [before, documented[now]],
  ),
)

/** Reads the text format strictly: each family is introduced once, and its samples follow it. */
function parse(text: string) {
  const types: Record<string, string> = {}
  const samples: Record<string, number> = {}
  let family = ''
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = /^# HELP (\w+) \S.*$/.exec(line) ?? []
    const [, typed, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? []
    const [, name, labels = '', value] =
      /^([a-z_]+)((?:\{[a-z_]+="(?:[^"\\\n]|\\.)*"(?:,[a-z_]+="(?:[^"\\\n]|\\.)*")*\})?) (\S+)$/.exec(line) ??
      []
    if (help) {
      expect(types).not.toHaveProperty(help)
      family = help
    } else if (typed) {
      expect(typed).toBe(family)
      types[family] = type as string
    } else {
      const suffixes = types[family] === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      expect(
        suffixes.map((suffix) => family + suffix),
        line,
      ).toContain(name as string)
      expect(samples, line).not.toHaveProperty([`${name}${labels}`])
      expect(Number(value), line).not.toBeNaN()
      samples[`${name}${labels}`] = Number(value)
    }
  }
  return { types, samples }
}

const port = await freePort()

async function metrics(headers: Record<string, string> = {}, path = '/metrics', method = 'GET') {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

async function read(): Promise<ReturnType<typeof parse>> {
  const { status, type, text } = await metrics()
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return parse(text)
}

onEachEngine(
  'the metrics',
  (instance) => {
    test('are those in docs/metrics.md, with their types, by the conventions of Prometheus', async () => {
      const { types } = await read()
      expect(types).toEqual({ ...documented, ...renamed })
      expect(Object.keys(types).length).toBeGreaterThan(35)
      for (const [name, type] of Object.entries(types))
        expect(name.endsWith('_total'), name).toBe(type === 'counter')
    })

    test('are shown by the Grafana dashboard, which uses no others', async () => {
      const dashboard = readFileSync(`${docs}/grafana/linnet.json`, 'utf8')
      const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
      const used = panels.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) => expr.match(/\b(linnet|process)_\w+/g) ?? []),
      )
      const families = used.map((name) => name.replace(/_bucket$/, ''))
      expect([...new Set(families)].sort()).toEqual(Object.keys(documented).sort())
    })

    test('count requests by part and status, cached and uncached visits, clicks, refusals and failed sign-ins', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'seen' })
      await account.link({ custom_slug: 'asked', password: 'open sesame' })
      const before = (await read()).samples
      for (let visit = 0; visit < 3; visit++) await instance.visit('/seen')
      for (let visit = 0; visit < 2; visit++) await instance.visit('/asked')
      await instance.visit('/nowhere')
      await account.call('GET /links/seen/stats/lifetime')
      for (let again = 0; again < 2; again++)
        await instance.ask('POST /api/session', {
          body: { email: account.email, password: 'wrong' },
        })
      const after = (await read()).samples
      const grown = (sample: string) => (after[sample] as number) - (before[sample] as number)
      expect({
        redirects: grown('linnet_http_requests_total{part="redirect",status="3xx"}'),
        missing: grown('linnet_http_requests_total{part="redirect",status="4xx"}'),
        api: grown('linnet_http_requests_total{part="api",status="2xx"}'),
        timed: grown('linnet_http_request_duration_seconds_count{part="api"}'),
        hits: grown('linnet_cache_hits_total{cache="links"}'),
        misses: grown('linnet_cache_misses_total{cache="links"}'),
        lookups: grown('linnet_link_lookup_duration_seconds_count'),
        clicks: grown('linnet_clicks_total'),
        failedSignIns: grown('linnet_sign_in_failures_total'),
      }).toEqual({
        redirects: 3,
        missing: 1,
        api: 1,
        timed: 1,
        hits: 3,
        misses: 3,
        lookups: 3,
        clicks: 3,
        failedSignIns: 2,
      })
      expect(grown('linnet_click_batches_total')).toBeGreaterThan(0)
      expect(after).toMatchObject({
        linnet_clicks_pending: 0,
        linnet_clicks_lag_seconds: 0,
        linnet_uncounted_clicks_total: 0,
        linnet_database_listening: 1,
        linnet_deliveries_pending: 0,
      })
      expect(after.process_resident_memory_bytes).toBeGreaterThan(1024 * 1024)
    })

    test('keep their former names for one release, with a warning and the same values', async () => {
      expect(Object.keys(renamed)).toHaveLength(6)
      const { text } = await metrics()
      const values = parse(text).samples
      for (const [, before = '', now = ''] of text.matchAll(
        /^# HELP (\w+) Deprecated: renamed to (\w+)\. The next release drops this name\.$/gm,
      ))
        expect([before, renamed[before], values[before]]).toEqual([before, documented[now], values[now]])
      expect([...text.matchAll(/ Deprecated: /g)]).toHaveLength(6)
    })

    test('reveal nothing about users and visitors', async () => {
      const { email, key } = await instance.account()
      await instance.visit('/a-code-that-nobody-has')
      const { text } = await metrics()
      for (const secret of [email, key, '127.0.0.1', 'a-code-that']) expect(text).not.toContain(secret)
    })

    test('are only served by IP address and as localhost, so that no web page can read them through DNS rebinding', async () => {
      const ask = async (host: string) => {
        const connection = await openRaw(port)
        await connection.send(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        return await connection.closed
      }
      for (const host of [
        '127.0.0.1',
        `127.0.0.1:${port}`,
        '10.1.2.3',
        '[::1]',
        `[::1]:${port}`,
        'localhost',
        `LOCALHOST:${port}`,
      ])
        expect([host, await ask(host)]).toEqual([host, expect.stringContaining('linnet_clicks_pending')])
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        'localhost.evil.example',
        'evil.localhost',
        'localhost.',
        '127.0.0.1.evil.example',
        '127.0.0.1.nip.io',
        '2130706433',
        '127.1',
        '[evil.example]',
        '',
      ]) {
        const answer = await ask(host)
        expect([host, answer]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 4(21|04|00) /)])
        expect(answer).not.toContain('linnet_clicks')
      }
    })

    test('are at one path on their port, and read-only', async () => {
      expect((await metrics({}, '/')).status).toBe(404)
      expect((await metrics({}, '/seen')).status).toBe(404)
      expect((await metrics({}, '/metrics', 'POST')).status).toBe(405)
      expect((await instance.ask('GET /metrics')).status).toBe(404)
      expect((await instance.ask('GET /healthz/metrics')).status).toBe(404)
    })
  },
  { METRICS_PORT: String(port) },
)

describe('the metrics of a server with METRICS_TOKEN', () => {
  let instance: Instance | undefined
  afterEach(() => instance?.stop())

  test('are only served to requests with the token, at both addresses', async () => {
    instance = await startInstance('sqlite', { METRICS_PORT: String(port), METRICS_TOKEN: 'a monitor' })
    const right = { authorization: 'Bearer a monitor' }
    expect((await metrics(right)).status).toBe(200)
    expect((await instance.ask('GET /healthz/metrics', { headers: right })).status).toBe(200)
    for (const authorization of ['', 'Bearer ', 'Bearer a monito', 'Bearer a monitor2', 'bearer null']) {
      const { status, text } = await metrics({ authorization })
      expect([status, text]).toEqual([401, 'Send the METRICS_TOKEN as a bearer token.\n'])
    }
  })
})

describe('the metrics of several workers', () => {
  afterEach(endAll)

  test('are served together by the server that started them', async () => {
    const database = await freshDatabase('postgres')
    const server = await serve({ ...database.env, WORKERS: '2', METRICS_PORT: String(port) })
    for (let visit = 0; visit < 3; visit++)
      await fetch(`${server.url}/nowhere`, { headers: { connection: 'close' } })
    const { types, samples } = await read()
    expect(types).toEqual({ ...documented, ...renamed })
    const of = (worker: number) =>
      `linnet_http_requests_total{part="redirect",status="4xx",worker="${worker}"}`
    expect((samples[of(0)] as number) + (samples[of(1)] as number)).toBe(3)
    await endAll()
    await database.remove()
  })

  const families = (value: number): MetricFamily[] => [
    { name: 'a_total', kind: 'counter', help: 'A.', samples: [{ labels: { part: 'x"\n\\' }, value }] },
    { name: 'b', kind: 'gauge', help: 'B.', samples: [] },
  ]

  test('are merged into one response, in which each sample names its worker', () => {
    const sent = JSON.parse(JSON.stringify(families(2))) as MetricFamily[]
    const text = writeFamilies(
      mergeFamilies([
        ['1', families(1)],
        ['2', sent],
      ]),
    )
    expect(text).toBe(
      '# HELP a_total A.\n# TYPE a_total counter\na_total{part="x\\"\\n\\\\",worker="1"} 1\n' +
        'a_total{part="x\\"\\n\\\\",worker="2"} 2\n# HELP b B.\n# TYPE b gauge\n',
    )
  })
})
