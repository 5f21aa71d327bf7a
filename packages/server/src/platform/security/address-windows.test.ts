// Windows of anonymous addresses: however many are claimed, memory and ledger stay small, and credentials keep their limits.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestClock } from '../../../../../test/clock.ts'
import { createLog } from '../observability/log.ts'
import { AdmissionLedger } from './admission-ledger.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { anonymousKey } from './rate-limit.ts'

const admitted = (verdict: { admitted: boolean } | Promise<{ admitted: boolean }>) =>
  (verdict as { admitted: boolean }).admitted

test('of 200,000 claimed addresses, the last 100,000 are kept, and all windows of credentials', () => {
  const limiter = createMemoryRateLimiter(() => 1000, null)
  for (let unit = 0; unit < 38; unit++) expect(admitted(limiter.take('credential:key_1', 38))).toBe(true)
  for (let address = 0; address < 200_000; address++)
    void limiter.take(anonymousKey(`anonymous:${address}`), 600)
  expect(limiter.size).toBe(100_001)
  expect(admitted(limiter.take('credential:key_1', 38))).toBe(false)
})

test('active windows are kept, and the least recently used are dropped', () => {
  const limiter = createMemoryRateLimiter(() => 1000, null, 100)
  const guess = (who: string) => admitted(limiter.take(anonymousKey(who), 3))
  for (let flood = 0; flood < 1000; flood++) {
    if (flood < 3 || flood % 50 === 0) expect(guess('guesser')).toBe(flood < 3)
    void limiter.take(anonymousKey(`other ${flood}`), 3)
  }
  expect(guess('other 999')).toBe(true)
  expect(limiter.size).toBe(100)
})

test('windows of addresses are dropped after a minute', () => {
  let now = 1000
  const limiter = createMemoryRateLimiter(() => now, null)
  for (let address = 0; address < 1000; address++) void limiter.take(anonymousKey(`${address}`), 600)
  now += 60_002
  void limiter.prune()
  expect(limiter.size).toBe(0)
})

test('the ledger of 200,000 addresses takes some megabytes, and still records credentials', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-ledger-'))
  try {
    const file = join(folder, 'admissions')
    const clock = new TestClock()
    const open = () =>
      createMemoryRateLimiter(() => clock.elapsed(), new AdmissionLedger(file, clock, createLog('silent')))
    const limiter = open()
    for (let address = 0; address < 200_000; address++) void limiter.take(anonymousKey(`${address}`), 600)
    for (let unit = 0; unit < 38; unit++) void limiter.take('credential:key_1', 38)
    expect(statSync(file).size).toBeLessThan(10 * 1024 * 1024)
    // The same way the next process reads it.
    expect(admitted(open().take('credential:key_1', 38))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the next process admits none of 20,000 addresses that have all used up their limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-ledger-'))
  try {
    const clock = new TestClock()
    const admittedNow = () => {
      const ledger = new AdmissionLedger(join(folder, 'admissions'), clock, createLog('silent'))
      const limiter = createMemoryRateLimiter(() => clock.elapsed(), ledger)
      let count = 0
      for (let address = 0; address < 20_000; address++)
        if (admitted(limiter.take(anonymousKey(`${address}`), 1))) count++
      return count
    }
    expect(admittedNow()).toBe(20_000)
    expect(admittedNow()).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
