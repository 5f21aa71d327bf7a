// Traces: sent to a real OTLP receiver over HTTP, continuing the caller's trace, and without secrets.
import { afterAll, describe, expect, test } from 'bun:test'
import { password, signIn } from '../../../../test/accounts/sign-in.ts'
import { onEachEngine, startInstance } from '../../../../test/instance.ts'
import { freePort } from '../../../../test/machine/free-port.ts'
import { until } from '../../../../test/timeouts.ts'
import { startWebhookReceiver } from '../../../../test/webhooks/webhook-receiver.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
}

interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector that records the spans it receives as JSON. */
function startCollector() {
  const received: string[] = []
  const headers: Headers[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/v1/traces') return new Response(null, { status: 404 })
      headers.push(request.headers)
      received.push(await request.text())
      return Response.json({})
    },
  })
  const batches = () => received.map((text) => JSON.parse(text) as Batch)
  const spans = () =>
    batches().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    headers,
    batches,
    spans,
    /** Resolves with the first matching span. */
    span: (fits: (span: Span) => boolean): Promise<Span> =>
      until('the span has arrived', () => spans().find(fits)),
    stop: () => server.stop(true),
  }
}

const collector = startCollector()
const receiver = await startWebhookReceiver()
afterAll(async () => {
  await collector.stop()
  await receiver.stop()
})

const traceId = () => crypto.randomUUID().replaceAll('-', '')
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  )

onEachEngine(
  'traces',
  (instance) => {
    test('continue the trace of the caller, with the queries of a request below it', async () => {
      const { key, userId } = await instance.account()
      const trace = traceId()
      const { status } = await instance.ask('POST /v2/links', {
        headers: { authorization: `Bearer ${key}`, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
        body: { long_url: 'https://secret.example.com/place', custom_slug: 'hidden-code' },
      })
      expect(status).toBe(200)
      const request = await collector.span(({ traceId, kind }) => traceId === trace && kind === 2)
      expect(request).toMatchObject({ name: 'POST /v2/links', parentSpanId: '00f067aa0ba902b7' })
      expect(attributesOf(request)).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/v2/links',
        'http.response.status_code': 200,
      })
      const query = await collector.span(
        (span) => span.traceId === trace && span.name === 'INSERT' && span.parentSpanId === request.spanId,
      )
      expect(attributesOf(query)).toMatchObject({
        'db.system.name': instance.engine === 'sqlite' ? 'sqlite' : 'postgresql',
      })
      expect(userId).toBeString()
    })

    test('assign queries to their own request, even if several requests share a commit', async () => {
      const { key } = await instance.account()
      const traces = Array.from({ length: 8 }, traceId)
      await Promise.all(
        traces.map(async (trace) => {
          const { status } = await instance.ask('POST /v2/links', {
            headers: { authorization: `Bearer ${key}`, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
            body: { long_url: 'https://secret.example.com/place' },
          })
          expect(status).toBe(200)
        }),
      )
      const requests = await Promise.all(
        traces.map((trace) => collector.span(({ traceId, kind }) => traceId === trace && kind === 2)),
      )
      // Child spans end before the request's span, and are sent before it.
      const writers = collector
        .spans()
        .filter((span) => span.name === 'INSERT' && traces.includes(span.traceId))
        .filter((span) => /^insert into "links"/.test(String(attributesOf(span)['db.query.text'])))
        .map(({ traceId, parentSpanId }) => `${traceId} ${parentSpanId}`)
      // PostgreSQL may have had one retried.
      expect([...new Set(writers)].sort()).toEqual(
        requests.map(({ traceId, spanId }) => `${traceId} ${spanId}`).sort(),
      )
    })

    test('include counted clicks and deliveries, and name the service', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      await call('POST /webhooks', {
        body: { url: `${receiver.url}/hook?token=hook-secret`, events: ['link.created'] },
      })
      await account.link({ custom_slug: 'counted-code' })
      await instance.visit('/counted-code')
      await account.call('GET /links/counted-code/stats/lifetime')
      const counted = await collector.span(({ name }) => name === 'count clicks')
      expect(attributesOf(counted)['linnet.clicks']).toBeGreaterThan(0)
      const delivered = await collector.span(({ name }) => name === 'deliver')
      expect(attributesOf(delivered)).toMatchObject({ 'linnet.outcome': 'delivered' })
      expect(receiver.arrivals.every(({ headers }) => !('traceparent' in headers))).toBe(true)
      const [batch] = collector.batches()
      expect(batch?.resourceSpans[0]?.resource.attributes).toContainEqual({
        key: 'service.name',
        value: { stringValue: 'short links' },
      })
      expect(collector.headers[0]?.get('authorization')).toBe('Bearer of the collector')
    })

    test('contain no code, query, address, credential or user content', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'secret-code', password: 'link-secret' })
      const { cookie } = await signIn(instance, account)
      const trace = traceId()
      const headers = {
        cookie,
        authorization: `Bearer ${account.key}`,
        'x-forwarded-for': '203.0.113.77',
        'user-agent': 'a-telling-agent',
        referer: 'https://a-telling-referer.example/',
      }
      await instance.ask('GET /secret-code?token=query-secret', { headers })
      await instance.ask('GET /v2/links/secret-code?search=query-secret', { headers })
      await instance.ask('POST /api/session', { body: { email: account.email, password: 'wrong-secret' } })
      await instance.ask('GET /nowhere/secret-below', {
        headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      })
      await collector.span(({ traceId, kind }) => traceId === trace && kind === 2)
      const all = collector.received.join('\n')
      for (const secret of [
        ...[
          'secret-code',
          'hidden-code',
          'query-secret',
          'secret-below',
          'link-secret',
          'wrong-secret',
          'hook-secret',
        ],
        ...[account.key, account.email, cookie.split('=')[1] ?? '', password, '203.0.113.77', '127.0.0.1'],
        ...['a-telling-agent', 'a-telling-referer', 'secret.example.com', 'database-secret'],
      ])
        expect(all.includes(secret), secret).toBe(false)
    })

    test('start a new trace if the caller sends an invalid one', async () => {
      const before = collector.spans().length
      for (const traceparent of [
        '',
        'nonsense',
        `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
        'ff-1-1-1',
        'x'.repeat(5000),
      ])
        expect((await instance.ask('GET /healthz', { headers: { traceparent } })).status).toBe(200)
      const come = () => collector.spans().slice(before)
      await until(
        'all five have arrived',
        () => come().filter(({ name }) => name === 'GET /healthz').length >= 5,
      )
    })
  },
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector',
    OTEL_SERVICE_NAME: 'short links',
    ALLOW_PRIVATE_TARGETS: 'true',
  },
)

describe('an unavailable collector', () => {
  test('does not affect users, and its queue stays bounded', async () => {
    const instance = await startInstance('sqlite', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    })
    const account = await instance.account()
    await account.link({ custom_slug: 'visited' })
    // Twice the size of the queue.
    for (let crowd = 0; crowd < 20; crowd++)
      await Promise.all(
        Array.from({ length: 200 }, async () => {
          const { status } = await fetch(`${instance.url}/visited`, { redirect: 'manual' })
          if (status !== 302) throw new Error(`status ${status}`)
        }),
      )
    expect((await account.call('GET /links/visited/stats/lifetime')).body.data.clicks).toBe(4_000)
    await instance.stop()
    await instance.database.remove()
  })

  test('with an unsampled caller, or a sampler that keeps nothing, nothing is sent', async () => {
    const own = startCollector()
    const instance = await startInstance('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: own.url })
    await instance.ask('GET /healthz', { headers: { traceparent: `00-${traceId()}-00f067aa0ba902b7-00` } })
    await instance.stop()
    await instance.database.remove()
    expect(own.spans().filter(({ kind }) => kind === 2)).toEqual([])
    await own.stop()
  })
})
