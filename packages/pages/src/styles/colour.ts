// Calculates contrast, so that text on a colour that an owner chose is readable.

type Channels = readonly [red: number, green: number, blue: number, alpha: number]

/** Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`: red, green and blue from 0 to 255, alpha from 0 to 1. */
function channelsOf(colour: string): Channels {
  const digits = colour.slice(1)
  const full = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4), full.length === 8 ? channel(6) / 255 : 1]
}

/** A colour blended with an opaque background. */
export function over(colour: string, ground: string): string {
  const [above, below] = [channelsOf(colour), channelsOf(ground)]
  const mixed = [0, 1, 2].map((at) => {
    const [top = 0, bottom = 0] = [above[at], below[at]]
    return Math.round(top * above[3] + bottom * (1 - above[3]))
  })
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21; text needs 4.5 (WCAG 2.2, 1.4.3), borders and icons 3 (1.4.11). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever is more readable on an opaque colour: one of them always reaches 4.5. */
export const readableOn = (ground: string): string =>
  contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000'
