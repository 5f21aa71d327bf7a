// Long work in time slices: other work runs in between, and it ends at its deadline.
import { expect, test } from 'bun:test'
import { TimeSlicer } from './time-slicer.ts'

function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('other work runs after each slice, but not after work shorter than one', async () => {
  const slicer = new TimeSlicer(Number.POSITIVE_INFINITY)
  const order: string[] = []
  work(5)
  setImmediate(() => order.push('another'))
  await slicer.yieldIfDue()
  order.push('work')
  setImmediate(() => order.push('yet another'))
  await slicer.yieldIfDue()
  order.push('more work')
  expect(order).toStrictEqual(['another', 'work', 'more work'])
})

test('after its deadline, the work is refused with advice', async () => {
  const slicer = new TimeSlicer(performance.now() + 5)
  await slicer.yieldIfDue()
  work(6)
  await expect(slicer.yieldIfDue()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/fewer days/),
  })
})
