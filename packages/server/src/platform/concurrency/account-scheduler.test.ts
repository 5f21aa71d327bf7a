// The turns of accounts: whose work runs next, whose is refused, and that others are not affected.
import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { AccountScheduler } from './account-scheduler.ts'

const by = (account: number | null) => ({ account, deadline: performance.now() + 60_000 })
const code = ({ code }: { code: string }) => code

test('accounts take turns, and work of one account runs in order', async () => {
  const scheduler = new AccountScheduler(1)
  const order: string[] = []
  const work = (account: number | null, name: string) =>
    scheduler.take(by(account), async () => void order.push(name))
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work(1, name)),
    ...['b1', 'b2'].map((name) => work(2, name)),
    work(null, 'server'),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'server', 'a3', 'b2', 'a4'])
})

test('no more runs at once than allowed, and failed work frees its slot', async () => {
  const scheduler = new AccountScheduler(2)
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, at) =>
      scheduler.take(by(at % 3), async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        if (at % 2 === 0) throw new Error('failed')
        return at
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? 'rejected' : 'fulfilled')),
  )
  expect(most).toBe(2)
})

test('work that has waited still belongs to the request that started it', async () => {
  const scheduler = new AccountScheduler(1)
  const request = new AsyncLocalStorage<number>()
  const seen = [1, 2, 3].map((number) =>
    request.run(number, () => scheduler.take(by(1), async () => request.getStore() ?? null)),
  )
  expect(await Promise.all(seen)).toEqual([1, 2, 3])
})

test('an account is refused when too much of its work waits for too long, but not other accounts or the server itself', async () => {
  const scheduler = new AccountScheduler(1, { mostWaiting: 3, patienceMilliseconds: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = scheduler.take(by(1), () => promise)
  const work = async () => 'done'
  const queued = [1, 2, 3].map(() => scheduler.take(by(1), work))
  const refused = await scheduler.take(by(1), work).catch((error) => error)
  expect([refused.code, refused.retryAfter]).toEqual(['unavailable', 5])
  const others = [2, null, null, null, null].map((account) => scheduler.take(by(account), work))
  resolve()
  await first
  expect(await Promise.all([...queued, ...others])).toEqual(Array(8).fill('done'))
  expect(await scheduler.take(by(1), work)).toBe('done')
})

test('work past its deadline is refused: if it waits, it never begins; if it runs, it keeps its slot', async () => {
  const scheduler = new AccountScheduler(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const requester = { account: 1, deadline: performance.now() + 5 }
  let begun = 0
  const both = [1, 2].map(() =>
    scheduler.take(requester, () => {
      begun++
      return promise
    }),
  )
  const refusals = await Promise.all(both.map((one) => one.catch(code)))
  expect([refusals, begun]).toEqual([['unavailable', 'unavailable'], 1])
  const next = scheduler.take(by(2), async () => 'next')
  resolve()
  expect(await next).toBe('next')
  const past = { account: 1, deadline: performance.now() - 1 }
  expect(await scheduler.take(past, async () => 'late').catch(code)).toBe('unavailable')
})
