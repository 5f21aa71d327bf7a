// Slow bodies of several accounts at once: which of them is cancelled when they exceed the total limit.
import { expect, test } from 'bun:test'
import { readBounded } from './bounded-body.ts'

const mebibyte = 1024 * 1024

/** A body that has sent this much, and continues when the test says so. */
function slowly(bytes: number) {
  const { promise: resumed, resolve: finish } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      await resumed
      controller.close()
    },
  })
  return { request: new Request('http://localhost/', { method: 'POST', body }), finish }
}

test('many slow bodies of one account cancel each other, but no older one of another account', async () => {
  const other = slowly(100_000)
  const otherBody = readBounded(other.request, mebibyte, 'other')
  const crowd = Array.from({ length: 40 }, () => slowly(mebibyte))
  const bodies = crowd.map(({ request }) => readBounded(request, mebibyte, 'crowd'))
  const [first] = await Promise.allSettled(bodies.slice(0, 1))
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  for (const { finish } of [other, ...crowd]) finish()
  expect((await otherBody)?.byteLength).toBe(100_000)
  const outcomes = await Promise.allSettled(bodies)
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(30)
})
