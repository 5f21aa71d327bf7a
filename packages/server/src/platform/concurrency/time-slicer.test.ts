// Long work in short pieces: others come in between, and it ends when nobody waits for it any more.
import { expect, test } from 'bun:test'
import { TimeSlicer } from './time-slicer.ts'

function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('others have the event loop after each piece, and not after work that was short', async () => {
  const pieces = new TimeSlicer(Number.POSITIVE_INFINITY)
  const order: string[] = []
  work(5)
  setImmediate(() => order.push('another'))
  await pieces.rest()
  order.push('work')
  setImmediate(() => order.push('yet another'))
  await pieces.rest()
  order.push('more work')
  expect(order).toStrictEqual(['another', 'work', 'more work'])
})

test('after its deadline it is refused, with what to do', async () => {
  const pieces = new TimeSlicer(performance.now() + 5)
  await pieces.rest()
  work(6)
  await expect(pieces.rest()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/fewer days/),
  })
})
