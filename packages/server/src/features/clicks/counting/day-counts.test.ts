// Adding clicks to stored counts: the result is the sum by name, whatever the names are.
import { describe, expect, test } from 'bun:test'
import { addToCounts, countedName } from './day-counts.ts'

type Sums = Record<string, number>

// Names that occur, and those that look like parts of the stored JSON.
const names = [
  ...['direct', 'google.com', 'e.com', 'le.com', 'com', 'Chrome', 'Chrome Mobile', '0', '1', '11', ''],
  ...[
    '__proto__',
    'constructor',
    'münchen.de',
    '\ud800',
    '\u2028',
    '\t',
    '\\',
    '"',
    '\\"',
    ':',
    ',',
    '{',
    '}',
  ],
  ...['a"', '"a', 'a', 'a,', ':5,', ':a', '":5,"', ',"a":5', '},{', '5},{', '"},{"', '}', '{}', ',"a', '":'],
]

const none = (): Sums => Object.create(null)

// The rules and destinations that decided clicks, the last of the stored objects.
const choices = ['1.1', '1.11', '11.1', '2.3', '65535.65535', 'other']

/** Clicks in five dimensions, and in a sixth one by choices in every third case. */
function someClicks(random: () => number): Sums[] {
  const most = 1 + Math.floor(random() * 6)
  const some = (from: string[]) => {
    const sums = none()
    for (let count = Math.floor(random() * most); count >= 0; count--)
      sums[from[Math.floor(random() * from.length)] as string] = 1 + Math.floor(random() * 1000)
    return sums
  }
  const five = Array.from({ length: 5 }, () => some(names))
  return random() < 1 / 3 ? [...five, some(choices)] : five
}

const named = (sums: Sums[]) =>
  sums.map((one) => ({ names: Object.keys(one).map(countedName), clicks: Object.values(one) }))

/** The stored objects, without a prototype, so that `__proto__` is a name. */
const read = (stored: string): Sums[] =>
  (JSON.parse(stored) as Sums[]).map((one) => Object.assign(none(), one))

/** The same numbers in each run (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('added counts', () => {
  test('are the sums by name, however often clicks are added', () => {
    const random = randoms(1)
    for (let row = 0; row < 2000; row++) {
      let stored: string | null = null
      const expected = Array.from({ length: 5 }, none)
      for (let time = 0; time < 6; time++) {
        const sums = someClicks(random)
        if (sums.length === 6 && expected.length === 5) expected.push(none())
        stored = addToCounts(stored, named(sums))
        for (const [index, one] of sums.entries())
          for (const [name, clicks] of Object.entries(one)) {
            const sum = expected[index] as Sums
            sum[name] = (sum[name] ?? 0) + clicks
          }
        expect(read(stored)).toEqual(expected)
      }
    }
  })

  test('are added to the right name, even if the end of one name and the beginning of the next look like it', () => {
    const add = (stored: string | null, sites: Sums) => addToCounts(stored, named([{}, sites, {}, {}, {}]))
    const stored = add(add(null, { 'a,': 5, ':a': 1 }), { ':5,': 7 })
    expect(read(stored)[1]).toEqual(Object.assign(none(), { 'a,': 5, ':a': 1, ':5,': 7 }))
  })

  test('are added to counts that another program wrote with spaces', () => {
    const stored = '[{"1": 2}, {"direct": 2, "a.com": 3}, {"DE": 5}, {}, {"Chrome": 5}]'
    const one = { 'a.com': 1, 'b.com': 1 }
    expect(read(addToCounts(stored, named([{ 1: 1 }, one, {}, {}, {}])))).toEqual(
      [{ 1: 3 }, { direct: 2, 'a.com': 4, 'b.com': 1 }, { DE: 5 }, {}, { Chrome: 5 }].map((sums) =>
        Object.assign(none(), sums),
      ),
    )
  })

  test('have at most 300 names in a day; the rest are counted as one', () => {
    const some = (first: number, count: number): Sums =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${first + index}.example`, 1]))
    const add = (stored: string | null, sites: Sums) => addToCounts(stored, named([{}, sites, {}, {}, {}]))
    const sitesOf = (stored: string) => read(stored)[1] as Sums
    let stored = add(null, some(0, 299))
    expect(Object.keys(sitesOf(stored))).toHaveLength(299)
    stored = add(stored, some(298, 3))
    expect(sitesOf(stored)).toMatchObject({ '298.example': 2, '299.example': 1, other: 1 })
    expect(Object.keys(sitesOf(add(null, some(0, 310))))).toHaveLength(301)
    for (let site = 400; site < 500; site++) stored = add(stored, some(site, 1))
    expect(sitesOf(stored)).toMatchObject({ '298.example': 2, other: 101 })
  })

  test('of rules are a sixth object, which only rows of rules have', () => {
    const five = '[{"1":2},{"direct":2},{"DE":2},{"mobile":2},{"Safari":2}]'
    const more: Sums[] = [{ 1: 1 }, { direct: 1 }, { DE: 1 }, { mobile: 1 }, { Safari: 1 }]
    const counted = '[{"1":3},{"direct":3},{"DE":3},{"mobile":3},{"Safari":3}'
    expect(addToCounts(five, named(more))).toBe(`${counted}]`)
    const six = addToCounts(five, named([...more, { '3.7': 12 }]))
    expect(six).toBe(`${counted},{"3.7":12}]`)
    expect(addToCounts(six, named([{}, {}, {}, {}, {}]))).toBe(six)
    const all = named([{}, {}, {}, {}, {}, { '3.7': 1, '3.8': 2 }])
    expect(addToCounts(six, all)).toBe(`${counted},{"3.7":13,"3.8":2}]`)
    // Also where the JSON has to be parsed.
    const parsed = addToCounts(five, named([...more.slice(0, 4), { '},{': 1 }]))
    expect(read(parsed)).toHaveLength(5)
    expect(read(addToCounts(parsed, named([...more, { '3.7': 1 }])))[5]).toEqual(
      Object.assign(none(), { '3.7': 1 }),
    )
  })

  test('of rules are never those of a browser whose name looks like them', () => {
    const forgeries = ['},{"3.7":1', '},{', '5},{"3.7', '},{"3.7":1}', '{},{"3.7":9', '"},{"3.7":9,"x']
    for (const browser of forgeries) {
      const forged = addToCounts(null, named([{ 0: 1 }, { direct: 1 }, {}, {}, { [browser]: 1, '3.7': 1 }]))
      const stored = addToCounts(forged, named([{}, {}, {}, {}, { Chrome: 1, '3.7': 1 }]))
      expect(read(stored)).toHaveLength(5)
      const browsers = Object.assign(none(), { [browser]: 1, '3.7': 2, Chrome: 1 })
      expect(read(stored)[4]).toEqual(browsers)
      const decided = read(addToCounts(stored, named([{}, {}, {}, {}, {}, { '3.7': 1 }])))
      expect(decided.slice(4)).toEqual([browsers, Object.assign(none(), { '3.7': 1 })])
    }
  })

  test('of rules have at most 1,000 names in a day', () => {
    const some = Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`1.${index + 1}`, 1]))
    const [, , , , , sums] = read(addToCounts(null, named([{}, {}, {}, {}, {}, some])))
    expect(Object.keys(sums as Sums)).toHaveLength(1001)
    expect(sums).toMatchObject({ '1.1000': 1, other: 100 })
  })
})
