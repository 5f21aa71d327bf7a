// Sending many links: in batches, with retries, and never twice, even if interrupted.
import { describe, expect, test } from 'bun:test'
import { ApiError, ConnectionLost, type client } from '../../../lib/client.ts'
import { BulkRun, type RunState } from './bulk-run.ts'
import { remainingSource } from './remaining-rows.ts'
import type { BulkRow } from './rows.ts'

type CreateMany = typeof client.links.createMany
interface Sent {
  key: string | undefined
  count: number
  first: string | undefined
}

const rowsOf = (count: number, url = (n: number) => `https://example.com/${n}`): BulkRow[] =>
  Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    long_url: url(n),
    short: '',
    title: '',
    settings: {},
    problem: null,
  }))

/** A server that creates all links except those in `refused`, and fails requests as `failures` says. */
function server(failures: (Error | undefined)[] = [], refused: string[] = []) {
  const sent: Sent[] = []
  const createMany = (async ({ links: input }, options) => {
    const links = input as readonly { long_url: string }[]
    sent.push({ key: options?.idempotencyKey, count: links.length, first: links[0]?.long_url })
    const failure = failures[sent.length - 1]
    if (failure) throw failure
    const items = links.map(({ long_url }, index) =>
      refused.includes(long_url)
        ? { index, success: false, error: 'slug_taken', message: 'It is taken.' }
        : { index, success: true, data: { short_url: `https://short.example/${long_url.length}` } },
    )
    return { data: { items } }
  }) as CreateMany
  return { sent, createMany }
}

/** The state in which a run stops sending. */
const untilStopped = (run: BulkRun): Promise<RunState> =>
  new Promise((resolve) => {
    const check = () => {
      const { state } = run.current()
      if (state.is !== 'running') resolve(state)
    }
    run.subscribe(check)
    check()
  })

async function started(run: BulkRun): Promise<RunState> {
  run.start()
  return await untilStopped(run)
}

const lost = new ConnectionLost(new Error('reset'))
const refusal = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, 'rate_limited', 'Slower.', [], null, retryAfter)

describe('many links', () => {
  test('are sent a hundred at a time, each batch with its own idempotency key', async () => {
    const { sent, createMany } = server([], ['https://example.com/3'])
    const run = new BulkRun(rowsOf(250), null, createMany)
    expect(await started(run)).toEqual({ is: 'done' })
    expect(sent.map(({ count }) => count)).toEqual([100, 100, 50])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
    expect(run.current()).toMatchObject({ created: 249, failed: 1, total: 250 })
    expect(run.current().results.get(4)).toEqual({
      shortUrl: null,
      message: 'It is taken.',
      code: 'slug_taken',
    })
  })

  test('are sent in smaller batches if a request would be too large for the server', async () => {
    const { sent, createMany } = server()
    await started(
      new BulkRun(
        rowsOf(60, (n) => `https://example.com/${n}?${'あ'.repeat(8000)}`),
        null,
        createMany,
      ),
    )
    expect(sent.map(({ count }) => count)).toEqual([37, 23])
  })

  test('are sent again with the same key if the response was lost', async () => {
    const { sent, createMany } = server([undefined, lost])
    const run = new BulkRun(rowsOf(150), null, createMany)
    expect(await started(run)).toMatchObject({ is: 'waiting', why: 'lost' })
    expect(await started(run)).toEqual({ is: 'done' })
    expect(sent.map(({ first }) => first)).toEqual([
      'https://example.com/0',
      'https://example.com/100',
      'https://example.com/100',
    ])
    expect(sent[2]?.key).toBe(sent[1]?.key)
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
    expect(run.current().created).toBe(150)
  })

  test('wait as long as the server says, and can be paused meanwhile', async () => {
    const { createMany } = server([refusal(429, 30)])
    const run = new BulkRun(rowsOf(1), null, createMany)
    const before = Date.now()
    const state = await started(run)
    if (state.is !== 'waiting') throw new Error(`it is ${state.is}`)
    expect(state.why).toBe('busy')
    expect(state.until).toBeGreaterThanOrEqual(before + 30_000)
    run.pause()
    expect(run.current().state).toEqual({ is: 'paused' })
    expect(await started(run)).toEqual({ is: 'done' })
  })

  test('stop if waiting would not help', async () => {
    const error = refusal(403)
    const { createMany } = server([error])
    expect(await started(new BulkRun(rowsOf(1), null, createMany))).toEqual({ is: 'stopped', error })
  })
})

describe('the remaining links', () => {
  const rows = rowsOf(250)
  rows[4] = { ...(rows[4] as BulkRow), long_url: 'https://not an address', problem: 'address' }
  const ready = rows.filter(({ problem }) => problem === null)

  test('are those not sent, then those to correct; a batch in flight keeps its key', async () => {
    const { sent, createMany } = server([undefined, lost], ['https://example.com/3'])
    const run = new BulkRun(ready, null, createMany)
    await started(run)
    run.pause()
    const { text, underWay } = remainingSource(rows, run)
    const lines = text.split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['destination,code,title', 'https://example.com/101,,'])
    expect(lines.slice(-2)).toEqual(['https://example.com/3,,', 'https://not an address,,'])
    expect(lines).toHaveLength(1 + 149 + 2)

    const later = server()
    const rest = ready.filter(({ number }) => number > 101)
    await started(new BulkRun(rest, underWay, later.createMany))
    expect(later.sent[0]).toEqual(sent[1] as Sent)
    // They have been edited meanwhile, so they count as other links.
    const other = server()
    await started(new BulkRun(rest.slice(1), underWay, other.createMany))
    expect(other.sent[0]?.key).not.toBe(sent[1]?.key)
  })

  test('are none if all are created', async () => {
    const { createMany } = server()
    const run = new BulkRun(rowsOf(3), null, createMany)
    await started(run)
    expect(remainingSource(rowsOf(3), run).text).toBe('')
  })
})
