// Colours of QR codes: what they look like on white, and whether scanners can tell them from it.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export const defaultColor = '#000000'

const leastContrast = 3

/** What `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` looks like on white. */
export function onWhite(color: string): Rgb {
  const digits = color.length <= 5 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1)
  const [red = 0, green = 0, blue = 0, alpha = 255] =
    digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  const blend = (channel: number) => Math.round(255 + ((channel - 255) * alpha) / 255)
  return [blend(red), blend(green), blend(blue)]
}

/** Whether a colour's contrast with white is at least 3:1 (WCAG 2.2, "contrast ratio"). */
export function isScannable(color: string): boolean {
  return 1.05 / (luminance(onWhite(color)) + 0.05) >= leastContrast
}

/** The same colour, just dark enough to be scannable. */
export function scannableLike(color: string): string {
  const light = onWhite(color)
  // In steps of a hundredth, because nobody sees a smaller difference.
  for (let share = 100; share > 0; share--) {
    const dark = hex(light.map((channel) => Math.floor((channel * share) / 100)) as unknown as Rgb)
    if (isScannable(dark)) return dark
  }
  return defaultColor
}

export function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
