// Adds a batch's clicks to the counts of a day's row: in the text of the stored JSON, because few names change in most rows.
import {
  addCounts,
  type Counts,
  mostNamesOf,
  noCounts,
  readCounts,
  storedDimensions,
  writeCounts,
} from './day-sums.ts'

/** A name under which clicks are counted. */
export interface CountedName {
  name: string
  /** The name as a JSON string, and the colon after it. */
  key: string
  /** Whether the key has no characters that also delimit names in JSON, so that searching for it finds nothing else. */
  isPlain: boolean
}

export function countedName(name: string): CountedName {
  const json = JSON.stringify(name)
  return { name, key: `${json}:`, isPlain: !/[\\{},:]/.test(json) }
}

/** Clicks by name: the number at each index belongs to the name at that index. No name comes twice. */
export interface NamedClicks {
  names: CountedName[]
  clicks: number[]
}

/** The clicks in each dimension, in the order in which these are stored; the last, of choices, only if there are any. */
export type AddedCounts = NamedClicks[]

/** Adds to the counts of a day's row (null: a new one), and returns what is to be stored. */
export function addToCounts(stored: string | null, added: AddedCounts): string {
  const dimensions = stored === null ? [] : splitCounts(stored)
  if (dimensions) {
    while (dimensions.length < added.length) dimensions.push('{}')
    const sums = dimensions.map((dimension, index) =>
      addToDimension(dimension, added[index], mostNamesOf(index)),
    )
    if (!sums.includes(null)) return `[${sums.join()}]`
  }
  const counts = stored === null ? noCounts() : readCounts(stored)
  const all = storedDimensions(counts)
  for (const [index, { names, clicks }] of added.entries()) {
    const named: Counts = Object.create(null)
    for (const [place, { name }] of names.entries()) named[name] = clicks[place] as number
    addCounts(all[index] as Counts, named, mostNamesOf(index))
  }
  return writeCounts(counts)
}

// A sixth object. If five were split at a name that looks like the end of one, which only a browser's can, the sixth would
// begin with the rest of that name.
const choiceObject = /^\{(?:"(?:\d+\.\d+|other)":\d+,?)+\}$/

/** The objects in the stored array; null unless `writeCounts` wrote it and no name looks like the end of an object. */
function splitCounts(counts: string): string[] | null {
  const objects: string[] = []
  let start = 1
  for (let end = counts.indexOf('},{'); end >= 0; end = counts.indexOf('},{', start)) {
    objects.push(counts.slice(start, end + 1))
    start = end + 2
  }
  objects.push(counts.slice(start, -1))
  if (objects.length === 6) return choiceObject.test(objects[5] as string) ? objects : null
  return objects.length === 5 ? objects : null
}

// A name takes at least this many bytes of JSON, with its quotes, colon, digit and comma.
const leastNameLength = 5

// Each name is searched for in the whole text. Parsing it takes less time than searching this many characters, and anyone can
// make up names.
const mostSearched = 150_000

/** Adds to the counts in an object of JSON; null if they have to be parsed for that, as with too many names. */
function addToDimension(stored: string, added: NamedClicks | undefined, most: number): string | null {
  if (!added) return stored
  const { names, clicks } = added
  if (names.length * stored.length > mostSearched) return null
  let sums = stored
  let newOnes = ''
  for (let index = 0; index < names.length; index++) {
    const { key, isPlain } = names[index] as CountedName
    const more = clicks[index] as number
    if (!isPlain) return null
    const start = startOfValue(sums, key)
    if (start < 0) {
      newOnes += `${newOnes && ','}${key}${more}`
      continue
    }
    const end = endOfNumber(sums, start)
    sums = `${sums.slice(0, start)}${Number(sums.slice(start, end)) + more}${sums.slice(end)}`
  }
  if (newOnes === '') return sums
  if (stored.length / leastNameLength + names.length > most) return null
  return stored === '{}' ? `{${newOnes}}` : `${sums.slice(0, -1)},${newOnes}}`
}

const [brace, comma, zero, nine] = [...'{,09'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]

/** Where the value of a plain key begins; -1 if the object does not have the key. */
function startOfValue(object: string, key: string): number {
  for (let at = object.indexOf(key); at >= 0; at = object.indexOf(key, at + 1)) {
    // Otherwise, this is the end of a longer name that contains a quotation mark.
    const before = object.charCodeAt(at - 1)
    if (before === brace || before === comma) return at + key.length
  }
  return -1
}

function endOfNumber(text: string, start: number): number {
  let end = start
  for (let code = text.charCodeAt(end); code >= zero && code <= nine; code = text.charCodeAt(end)) end++
  return end
}
