// How many deliveries may be in flight at once. crowd.long.test.ts tests it on a server with hanging endpoints.
import { expect, test } from 'bun:test'
import { Slots } from './slots.ts'

/** Takes slots until none are left; returns the functions that release them. */
function takeAll(slots: Slots, account: number, isDoubtful: boolean): (() => void)[] {
  const taken = []
  for (let slot = slots.take(account, isDoubtful); slot; slot = slots.take(account, isDoubtful))
    taken.push(slot)
  return taken
}

test('a quarter of the open-file limit is for deliveries, and a quarter of that for one account', () => {
  const slots = new Slots(512)
  for (const account of [1, 2, 3, 4]) expect(takeAll(slots, account, false)).toHaveLength(32)
  expect([slots.isFull, slots.of(1), slots.take(5, false)]).toEqual([true, 32, null])
})

test('one account has at most 128 deliveries in flight, all accounts together 1024', () => {
  const slots = new Slots(Number.POSITIVE_INFINITY)
  for (let account = 0; account < 8; account++) expect(takeAll(slots, account, false)).toHaveLength(128)
  expect(slots.isFull).toBe(true)
})

test('endpoints that never answered, or failed, leave slots for their account and for others', () => {
  const slots = new Slots(512)
  for (let account = 0; account < 16; account++) expect(takeAll(slots, account, true)).toHaveLength(4)
  // They may use half of the slots: a seventeenth account has to wait for such an endpoint, but for no other.
  expect([slots.isFull, slots.take(16, true)]).toEqual([false, null])
  expect(takeAll(slots, 0, false)).toHaveLength(28)
  expect(takeAll(slots, 16, false)).toHaveLength(32)
})

test('a released slot goes to the next delivery', () => {
  const slots = new Slots(512)
  const doubtful = takeAll(slots, 1, true)
  expect(slots.take(1, true)).toBeNull()
  doubtful[0]?.()
  expect(slots.of(1)).toBe(3)
  expect(slots.take(1, true)).not.toBeNull()
  for (const giveBack of takeAll(slots, 1, false)) giveBack()
  expect(slots.of(1)).toBe(4)
})
