// What the cache stores during changes: moments that no outside request can be timed for.
import { expect, test } from 'bun:test'
import { BoundedCache } from './bounded-cache.ts'

function cacheWithLoads() {
  const cache = new BoundedCache<string>(100)
  const loads: PromiseWithResolvers<string | undefined>[] = []
  const load = (key: string) =>
    cache.load(key, () => {
      const promise = Promise.withResolvers<string | undefined>()
      loads.push(promise)
      return promise.promise
    })
  return { cache, loads, load }
}

test('a value that was read before its key changed is returned, but not stored', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const loaded = load('a')
  cache.delete('a')
  loads[0]?.resolve('old')
  expect(await loaded).toBe('old')
  expect(cache.get('a')).toBeUndefined()
})

test('a change of one key does not affect the others', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const loaded = load('a')
  cache.delete('b')
  loads[0]?.resolve('value')
  await loaded
  expect(cache.get('a')).toBe('value')
})

test('concurrent callers share a load, but not one that started before a change they must see', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const before = [load('a'), load('a')]
  cache.delete('a')
  const after = load('a')
  expect(loads.length).toBe(2)
  loads[1]?.resolve('new')
  expect(await after).toBe('new')
  loads[0]?.resolve('old')
  expect(await Promise.all(before)).toEqual(['old', 'old'])
  expect(cache.get('a')).toBe('new')
})

test('after a clear, no load that was in progress is stored', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const loaded = load('a')
  cache.clear()
  loads[0]?.resolve('old')
  await loaded
  expect(cache.get('a')).toBeUndefined()
})

test('a deletion by value does not affect a load that does not match', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const before = load('a')
  const changes = Array.from({ length: 50 }, () => {
    cache.deleteWhere((value) => value === 'of another')
    return load('a')
  })
  expect(loads.length).toBe(1)
  loads[0]?.resolve('value')
  expect(new Set(await Promise.all([before, ...changes]))).toEqual(new Set(['value']))
  expect(loads.length).toBe(1)
  expect(cache.get('a')).toBe('value')
})

test('a load that matches a deletion is not stored, and later callers wait for a new one', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const before = load('a')
  cache.deleteWhere((value) => value === 'old')
  const after = [load('a'), load('a')]
  loads[0]?.resolve('old')
  expect(await before).toBe('old')
  expect(cache.get('a')).toBeUndefined()
  await Bun.sleep(0)
  expect(loads.length).toBe(2)
  loads[1]?.resolve('new')
  expect(await Promise.all(after)).toEqual(['new', 'new'])
  expect(cache.get('a')).toBe('new')
})

test('endless changes keep no caller waiting: each gets a value read after its call', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const change = () => cache.deleteWhere(() => true)
  load('a')
  change()
  const loaded = load('a')
  change()
  loads[0]?.resolve('old')
  await Bun.sleep(0)
  change()
  loads[1]?.resolve('newer')
  expect(await loaded).toBe('newer')
  expect(cache.get('a')).toBeUndefined()
  expect(loads.length).toBe(2)
})

test('a load that found nothing is not trusted after a change', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const before = load('a')
  cache.deleteWhere(() => true)
  const after = load('a')
  loads[0]?.resolve(undefined)
  expect(await before).toBeUndefined()
  await Bun.sleep(0)
  loads[1]?.resolve('new')
  expect(await after).toBe('new')
})

test('a load with more deletions than it records is not stored', async () => {
  const { cache, loads, load } = cacheWithLoads()
  const loaded = load('a')
  for (let change = 0; change < 1001; change++) cache.deleteWhere(() => false)
  loads[0]?.resolve('value')
  expect(await loaded).toBe('value')
  expect(cache.get('a')).toBeUndefined()
})

test('the next caller repeats a failed load', async () => {
  const { loads, load } = cacheWithLoads()
  const failed = load('a')
  loads[0]?.reject(new Error('away'))
  expect(failed).rejects.toThrow('away')
  await Promise.allSettled([failed])
  const next = load('a')
  loads[1]?.resolve('value')
  expect(await next).toBe('value')
})

test('it never holds more than its size, and keeps used values', () => {
  const cache = new BoundedCache<number>(100)
  const keys = Array.from({ length: 1000 }, (_, number) => `key-${number}`)
  for (const [number, key] of keys.entries()) {
    cache.set(key, number)
    cache.get('key-0')
  }
  expect(keys.filter((key) => cache.get(key) !== undefined).length).toBeLessThanOrEqual(100)
  expect(cache.get('key-0')).toBe(0)
})

test('weighted values never exceed its size, whatever is set, replaced or deleted', () => {
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

test('a value that weighs half of the size is not stored, and removes the one under its key', () => {
  const cache = new BoundedCache<string>(100, (value) => value.length)
  cache.set('a', 'small')
  cache.set('b', 'x'.repeat(49))
  cache.set('a', 'x'.repeat(51))
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')?.length).toBe(49)
})
