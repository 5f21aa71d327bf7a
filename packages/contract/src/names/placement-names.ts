// Placements: where a link was shared, as the parameter `via` in its address says.
import { foldedName } from './folded-names.ts'
import { hasInvisible, isVisible } from './visible-text.ts'

/** How many names a link has at most; clicks with further names are counted as `otherPlacements`. */
export const mostPlacements = 200
/** In characters (Unicode code points). */
export const longestPlacement = 64
export const otherPlacements = 'other'

/** Whether a name is valid, and not the one that stands for all others. */
export function isPlacement(name: string): boolean {
  return (
    name.length <= 2 * longestPlacement &&
    [...name].length <= longestPlacement &&
    !hasInvisible(name) &&
    isVisible(name) &&
    foldedName(name) !== otherPlacements
  )
}

// With each byte of each character percent-encoded, and some spaces around the name.
const longestEncoded = 12 * longestPlacement + 100

/**
 * The placement that a query names, without spaces around it; the first one counts. Empty if there is none, and
 * `otherPlacements` if it can't be the name of one.
 */
export function placementIn(query: string): string {
  if (!query.includes('via=')) return ''
  const start = query.startsWith('via=') ? 0 : query.indexOf('&via=') + 1
  if (start === 0 && !query.startsWith('via=')) return ''
  const end = query.indexOf('&', start)
  const encoded = query.slice(start + 'via='.length, end < 0 ? undefined : end)
  if (encoded.length > longestEncoded) return otherPlacements
  try {
    const name = decodeURIComponent(encoded.replaceAll('+', ' ')).trim()
    return name === '' || isPlacement(name) ? name : otherPlacements
  } catch {
    return otherPlacements
  }
}

/** The address of a link, or of its QR code, with a placement. */
export function withPlacement(address: string, name: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}via=${encodeURIComponent(name)}`
}
