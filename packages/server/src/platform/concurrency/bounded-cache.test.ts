// The cache's promises about what is loaded while something changes: moments that no request from outside can be timed for.
import { expect, test } from 'bun:test'
import { BoundedCache } from './bounded-cache.ts'

function cacheWithLoads() {
  const cache = new BoundedCache<string>(100)
  const begun: PromiseWithResolvers<string | undefined>[] = []
  const load = (key: string) =>
    cache.load(key, () => {
      const coming = Promise.withResolvers<string | undefined>()
      begun.push(coming)
      return coming.promise
    })
  return { cache, begun, load }
}

test('what was read before its key changed is given to who asked, and not kept', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const asked = load('a')
  cache.delete('a')
  begun[0]?.resolve('old')
  expect(await asked).toBe('old')
  expect(cache.get('a')).toBeUndefined()
})

test('a change of one key costs the others nothing', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const asked = load('a')
  cache.delete('b')
  begun[0]?.resolve('value')
  await asked
  expect(cache.get('a')).toBe('value')
})

test('those who ask at once share a load; who asks after a change does not share one from before it', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const before = [load('a'), load('a')]
  cache.delete('a')
  const after = load('a')
  expect(begun.length).toBe(2)
  begun[1]?.resolve('new')
  expect(await after).toBe('new')
  begun[0]?.resolve('old')
  expect(await Promise.all(before)).toEqual(['old', 'old'])
  expect(cache.get('a')).toBe('new')
})

test('after everything may have changed, nothing that was being read is kept', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const asked = load('a')
  cache.clear()
  begun[0]?.resolve('old')
  await asked
  expect(cache.get('a')).toBeUndefined()
})

test('what is taken out by what it holds leaves alone what is being read and is not concerned', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const before = load('a')
  const changes = Array.from({ length: 50 }, () => {
    cache.deleteWhere((value) => value === 'of another')
    return load('a')
  })
  expect(begun.length).toBe(1)
  begun[0]?.resolve('value')
  expect(new Set(await Promise.all([before, ...changes]))).toEqual(new Set(['value']))
  expect(begun.length).toBe(1)
  expect(cache.get('a')).toBe('value')
})

test('what was being read when its like was taken out is not kept, and who asked after that waits for a new one', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const before = load('a')
  cache.deleteWhere((value) => value === 'old')
  const after = [load('a'), load('a')]
  begun[0]?.resolve('old')
  expect(await before).toBe('old')
  expect(cache.get('a')).toBeUndefined()
  await Bun.sleep(0)
  expect(begun.length).toBe(2)
  begun[1]?.resolve('new')
  expect(await Promise.all(after)).toEqual(['new', 'new'])
  expect(cache.get('a')).toBe('new')
})

test('changes without end keep nobody waiting: who asks gets what was read after they asked', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const change = () => cache.deleteWhere(() => true)
  load('a')
  change()
  const asked = load('a')
  change()
  begun[0]?.resolve('old')
  await Bun.sleep(0)
  change()
  begun[1]?.resolve('newer')
  expect(await asked).toBe('newer')
  expect(cache.get('a')).toBeUndefined()
  expect(begun.length).toBe(2)
})

test('nothing that was read as there being nothing is believed after a change', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const before = load('a')
  cache.deleteWhere(() => true)
  const after = load('a')
  begun[0]?.resolve(undefined)
  expect(await before).toBeUndefined()
  await Bun.sleep(0)
  begun[1]?.resolve('new')
  expect(await after).toBe('new')
})

test('more changes than it notes while something is read are as if all of them concerned it', async () => {
  const { cache, begun, load } = cacheWithLoads()
  const asked = load('a')
  for (let change = 0; change < 1001; change++) cache.deleteWhere(() => false)
  begun[0]?.resolve('value')
  expect(await asked).toBe('value')
  expect(cache.get('a')).toBeUndefined()
})

test('a load that failed is tried again by the next who asks', async () => {
  const { begun, load } = cacheWithLoads()
  const failed = load('a')
  begun[0]?.reject(new Error('away'))
  expect(failed).rejects.toThrow('away')
  await Promise.allSettled([failed])
  const next = load('a')
  begun[1]?.resolve('value')
  expect(await next).toBe('value')
})

test('it never holds more than its size, and keeps what is used', () => {
  const cache = new BoundedCache<number>(100)
  const keys = Array.from({ length: 1000 }, (_, number) => `key-${number}`)
  for (const [number, key] of keys.entries()) {
    cache.set(key, number)
    cache.get('key-0')
  }
  expect(keys.filter((key) => cache.get(key) !== undefined).length).toBeLessThanOrEqual(100)
  expect(cache.get('key-0')).toBe(0)
})

test('where values have weights, it never holds more of them than its size, whatever is set, replaced and taken out', () => {
  const cache = new BoundedCache<string>(1000, (value) => value.length)
  const keys = Array.from({ length: 60 }, (_, number) => `key-${number}`)
  const held = () => keys.reduce((sum, key) => sum + (cache.get(key)?.length ?? 0), 0)
  for (let round = 0; round < 20; round++) {
    for (const [number, key] of keys.entries()) {
      cache.set(key, 'x'.repeat(1 + ((number * 37 + round * 11) % 90)))
      if (number % 7 === 0) cache.delete(key)
    }
    cache.deleteWhere((value) => value.length % 5 === 0)
    expect(held()).toBeLessThanOrEqual(1000)
  }
  expect(held()).toBeGreaterThan(300)
})

test('a value that weighs as much as half of all is not kept, nor is what was kept under its key', () => {
  const cache = new BoundedCache<string>(100, (value) => value.length)
  cache.set('a', 'small')
  cache.set('b', 'x'.repeat(49))
  cache.set('a', 'x'.repeat(51))
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')?.length).toBe(49)
})
