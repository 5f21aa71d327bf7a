// The sketch of a link's placements: which names it keeps, however many there are.
import { expect, test } from 'bun:test'
import { foldedName } from '@linnet/contract/folded-names'
import { type PlacementClicks, PlacementSketch } from './sketch.ts'

const mostNames = 200
const clicksOf = (name: string, people: number, clicks = people): PlacementClicks => ({
  name,
  key: foldedName(name),
  clicks,
  people,
})
const batch = (from: number, length: number, people = 1) =>
  Array.from({ length }, (_, number) => clicksOf(`name ${from + number}`, people))
const fresh = (planned: string[] = []) =>
  new PlacementSketch({ planned: JSON.stringify(planned), counted: '[]' })
/** As the next batch reads it. */
const reread = (sketch: PlacementSketch, planned: string[] = []) =>
  new PlacementSketch({ planned: JSON.stringify(planned), counted: sketch.write() })
const named = (sketch: PlacementSketch) => sketch.names().map(({ name }) => name)

test('keeps every name that makes up more than a two-hundredth of the clicks, among a million others', () => {
  let sketch = fresh()
  let largest = 0
  for (let round = 0; round < 50; round++) {
    // Ten names with a hundredth of the clicks each, whose order changes.
    const frequent = Array.from({ length: 10 }, (_, number) => clicksOf(`frequent ${number}`, 220))
    const others = batch(round * 20_000, 20_000)
    sketch.add(round % 2 === 0 ? [...others, ...frequent] : [...frequent, ...others])
    largest = Math.max(largest, sketch.write().length)
    sketch = reread(sketch)
  }
  expect(named(sketch)).toHaveLength(mostNames)
  expect(named(sketch).slice(0, 10).sort()).toEqual(
    Array.from({ length: 10 }, (_, number) => `frequent ${number}`),
  )
  expect(largest).toBeLessThan(10_000)
})

test('prefers existing names to new ones that are as frequent', () => {
  const sketch = fresh()
  sketch.add(batch(0, mostNames, 2))
  const before = named(sketch)
  sketch.add([clicksOf('bot', 0, 50)])
  expect(named(sketch)).toEqual(before)
  expect(sketch.nameOf('bot')).toBe('other')
  // A new one may have been replaced before, so it begins with the least weight.
  sketch.add([clicksOf('New', 1)])
  expect(sketch.nameOf('new')).toBe('New')
  expect(named(sketch)).toHaveLength(mostNames)
})

test('never replaces planned names, and has room for nothing else if there are two hundred', () => {
  const planned = Array.from({ length: mostNames - 1 }, (_, number) => `plan ${number}`)
  const sketch = fresh(planned)
  sketch.add(batch(0, 1000, 5))
  expect(named(sketch)).toHaveLength(mostNames)
  for (const name of planned) expect(sketch.nameOf(foldedName(name))).toBe(name)
  const full = reread(sketch, [...planned, 'last'])
  full.add(batch(0, 1000, 5))
  expect(named(full)).toEqual([...planned, 'last'])
  expect(full.nameOf('name 1')).toBe('other')
})

test('uses the planned spelling of a name that visitors used first', () => {
  const sketch = fresh()
  sketch.add([clicksOf('POSTER', 3), clicksOf('Poster', 1)])
  expect(sketch.nameOf('poster')).toBe('POSTER')
  expect(reread(sketch, ['Poster']).nameOf('poster')).toBe('Poster')
  expect(named(reread(sketch, ['Poster']))).toEqual(['Poster'])
})
