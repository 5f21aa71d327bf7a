// Caches the parsed values of request headers that have few different values.
import { BoundedCache } from '../concurrency/bounded-cache.ts'

const rememberedHeaders = 2000
// Longer headers are unusual.
const longestRemembered = 200

/** Caches the results of `parse` by the header's value; a missing header counts as an empty one. */
export function readOnce<Value>(parse: (header: string) => Value): (header: string | null) => Value {
  const known = new BoundedCache<Value>(rememberedHeaders)
  return (given) => {
    const header = given ?? ''
    const remembered = known.get(header)
    if (remembered !== undefined) return remembered
    const value = parse(header)
    if (header.length <= longestRemembered) known.set(header, value)
    return value
  }
}
