// The background image of a component, and the overlay that keeps text on it readable, whatever the image.
import type { ShownComponent } from '../microsite/microsite-page.ts'
import { contrast, over, readableOn } from '../styles/colour.ts'
import { type Theme, variantsOf } from '../themes/theme.ts'

export const backgroundOf = ({ lock, data }: ShownComponent): string | undefined =>
  lock.locked ? undefined : data.imageBackground

interface Veil {
  /** With its opacity, as `#rrggbbaa`. */
  colour: string
  /** The colour of other text on it. */
  ink: string
}

// Text needs 4.5 (WCAG 2.2, 1.4.3); the rest is a margin for busy images.
const leastContrast = 4.55
// With a thinner overlay, letters are hard to read on a busy image, however high the contrast.
const [thinnest, opaque] = [0xb8, 0xff]
// No image is worse than the worst of these: black, white, and the extreme colours between them.
const pictures = [
  '000000',
  '808080',
  'ffffff',
  'ff0000',
  '00ff00',
  '0000ff',
  '00ffff',
  'ff00ff',
  'ffff00',
].map((digits) => `#${digits}`)

/** The thinnest overlay on which text of this colour is readable; null if there is none. */
function veilFor(ink: string, colour: string): string | null {
  const veilOf = (opacity: number) => `${colour}${opacity.toString(16).padStart(2, '0')}`
  const isReadable = (veil: string) =>
    pictures
      .map((picture) => over(veil, picture))
      .every((ground) => contrast(over(ink, ground), ground) >= leastContrast)
  // Text that is readable on one overlay is readable on every thicker one.
  let [low, high] = [thinnest, opaque]
  if (!isReadable(veilOf(high))) return null
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReadable(veilOf(middle))) high = middle
    else low = middle + 1
  }
  return veilOf(high)
}

/** The overlays for the theme's text colour, for each of its variants. */
const themeVeils = (theme: Theme): string[] =>
  variantsOf(theme).map(({ ink, surface }) => veilFor(ink, surface) ?? `${surface}ff`)

/** Black or white, whichever can be thinner under text of a custom colour; null if the text is readable on neither. */
function ownVeil(text: string): Veil | null {
  const [veil] = ['#000000', '#ffffff']
    .flatMap((colour) => veilFor(text, colour) ?? [])
    .toSorted((one, other) => one.slice(7).localeCompare(other.slice(7)))
  return veil === undefined ? null : { colour: veil, ink: readableOn(veil.slice(0, 7)) }
}

/** The custom properties of a component with a background image. */
export function backgroundProperties(
  data: ShownComponent['data'],
  theme: Theme,
): Record<`--${string}`, string | null> {
  const text = 'textColor' in data ? data.textColor : 'titleColor' in data ? data.titleColor : undefined
  const own = text === undefined ? null : ownVeil(text)
  if (own) return { '--veil': own.colour, '--ink': own.ink, '--surface': own.colour.slice(0, 7) }
  const [light, dark = light] = themeVeils(theme)
  // A colour that is readable on nothing, such as a nearly transparent one, is replaced by the theme's.
  return {
    '--veil': light === dark ? (light ?? null) : `light-dark(${light},${dark})`,
    '--text-color': null,
    '--title': null,
  }
}

export const backgroundStyles = `
.backed {
  position: relative; isolation: isolate; padding: 1.25rem; border-radius: var(--card-radius); color: var(--ink);
  --soft: var(--ink); --accent: var(--ink); --line: color-mix(in srgb, var(--ink) 35%, transparent);
}
.backed > .behind { position: absolute; inset: 0; z-index: -2; width: 100%; height: 100%; object-fit: cover; border-radius: inherit; }
.backed::before { content: ""; position: absolute; inset: 0; z-index: -1; border: 1px solid var(--line); border-radius: inherit; background: var(--veil); }
.backed .card:not(.place) { padding: 0; border: 0; border-radius: 0; background: none; color: inherit; }
.backed.part-PROFILE { padding: 2.75rem 1.25rem 2.25rem; }
@media (max-width: 39.99rem) {
  /* The profile spans the full width of the page. */
  .backed.part-PROFILE { margin-inline: -1.125rem; border-radius: 0; }
  .backed.part-PROFILE::before { border-width: 0 0 1px; }
  .backed.part-PROFILE:first-child { margin-top: calc(-1 * max(3rem, 7vh)); padding-top: max(3.5rem, 9vh); }
}
/* A spoiler also hides the background image, and floating music has none. */
.backed:has(> .spoiler:not([open])) { padding: 0; }
.backed:has(> .spoiler:not([open])) > .behind, .backed:has(.floating) > .behind { display: none; }
.backed:has(> .spoiler:not([open]))::before, .backed:has(.floating)::before { content: none; }
@media (forced-colors: active) { .backed > .behind { display: none; } }
@media print {
  .backed { padding: 0 !important; margin-inline: 0 !important; --ink: #000 !important; --surface: #fff !important; }
  .backed > .behind { display: none; } .backed::before { content: none; }
}
`
