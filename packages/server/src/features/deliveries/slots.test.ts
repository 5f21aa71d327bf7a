// How much may be on its way at once: crowd.long.test.ts proves it of a server with endpoints that hang.
import { expect, test } from 'bun:test'
import { Slots } from './slots.ts'

/** Takes slots until there are no more: what gives them back. */
function takeAll(slots: Slots, account: number, isDoubtful: boolean): (() => void)[] {
  const taken = []
  for (let slot = slots.take(account, isDoubtful); slot; slot = slots.take(account, isDoubtful))
    taken.push(slot)
  return taken
}

test('a quarter of the files that may be open is for sending, and a quarter of that for one account', () => {
  const slots = new Slots(512)
  for (const account of [1, 2, 3, 4]) expect(takeAll(slots, account, false)).toHaveLength(32)
  expect([slots.isFull, slots.of(1), slots.take(5, false)]).toEqual([true, 32, null])
})

test('one account sends 128 at once at most, all of them 1024', () => {
  const slots = new Slots(Number.POSITIVE_INFINITY)
  for (let account = 0; account < 8; account++) expect(takeAll(slots, account, false)).toHaveLength(128)
  expect(slots.isFull).toBe(true)
})

test('endpoints that have not answered yet, or badly, leave their account and all others room', () => {
  const slots = new Slots(512)
  for (let account = 0; account < 16; account++) expect(takeAll(slots, account, true)).toHaveLength(4)
  // Half of all is theirs: a seventeenth account has to wait with such an endpoint, and with no other.
  expect([slots.isFull, slots.take(16, true)]).toEqual([false, null])
  expect(takeAll(slots, 0, false)).toHaveLength(28)
  expect(takeAll(slots, 16, false)).toHaveLength(32)
})

test('a slot that is given back is there for whoever asks next', () => {
  const slots = new Slots(512)
  const doubtful = takeAll(slots, 1, true)
  expect(slots.take(1, true)).toBeNull()
  doubtful[0]?.()
  expect(slots.of(1)).toBe(3)
  expect(slots.take(1, true)).not.toBeNull()
  for (const giveBack of takeAll(slots, 1, false)) giveBack()
  expect(slots.of(1)).toBe(4)
})
