// Reading request headers of which there are few different ones: each is read once and remembered.
import { BoundedCache } from '../concurrency/bounded-cache.ts'

const rememberedHeaders = 2000
// A longer one is nobody's usual header.
const longestRemembered = 200

/** `parse`, with its results remembered by the header's text; a missing header is an empty one. */
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
