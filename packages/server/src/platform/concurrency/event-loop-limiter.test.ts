// The event-loop limiter: which callers start at once, and which turn the others wait for.
import { expect, test } from 'bun:test'
import { EventLoopLimiter } from './event-loop-limiter.ts'

/** Counts the turns of the event loop for as long as `during` takes. */
async function countingTurns(during: (turn: () => number) => Promise<void>): Promise<void> {
  let turn = 0
  let ended = false
  const count = () => {
    turn++
    if (!ended) setImmediate(count)
  }
  // Scheduled before the limiter's own first turn, so it counts before that.
  setImmediate(count)
  await during(() => turn)
  ended = true
}

test('of many callers, as many as allowed start in each turn, in order of arrival', () =>
  countingTurns(async (turn) => {
    const limiter = new EventLoopLimiter(4)
    const started: [number, number][] = []
    const crowd = Array.from({ length: 10 }, async (_, index) => {
      await limiter.enter()
      started.push([index, turn()])
    })
    await Promise.all(crowd)
    expect(started.map(([index]) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(started.map(([, turn]) => turn)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2])
  }))

test('a caller in another turn starts at once', () =>
  countingTurns(async () => {
    const limiter = new EventLoopLimiter(1)
    for (let turn = 0; turn < 3; turn++) {
      expect(limiter.enter()).toBeUndefined()
      expect(limiter.enter()).toBeInstanceOf(Promise)
      await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))))
    }
  }))

test('waiting callers are served round-robin: a newcomer behind many of another caller waits for only one turn', () =>
  countingTurns(async (turn) => {
    const limiter = new EventLoopLimiter(2)
    const started: [string, number][] = []
    const come = async (by: string) => {
      await limiter.enter(by)
      started.push([by, turn()])
    }
    await Promise.all([...Array.from({ length: 100 }, () => come('many')), come('one'), come('another')])
    expect(started.findIndex(([by]) => by === 'one')).toBeLessThan(4)
    expect(started.find(([by]) => by === 'another')?.[1]).toBeLessThanOrEqual(2)
    expect(started).toHaveLength(102)
    expect(limiter.crowd).toBe(0)
  }))
