// How strong a country's colour is on the map.

// People can distinguish about five.
export const shades = 5

/** From 0, for the fewest clicks, to the last one; null without clicks. */
export function shadeOf(clicks: number, most: number): number | null {
  if (clicks === 0) return null
  // By the square root, so that one large country doesn't leave all others pale.
  return Math.max(0, Math.ceil(Math.sqrt(clicks / most) * shades) - 1)
}
