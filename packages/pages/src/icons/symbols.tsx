// The icons of a page as symbols, each defined once however often it is used.
import { raw } from 'hono/html'
import { type Brand, brands } from './brands.ts'
import { type ThingName, things } from './things.ts'

const idOfThing = (name: ThingName) => `icon-${name}`
const idOfBrand = ({ names: [name] }: Brand) => `brand-${name}`

const shapes = new Map<string, string>([
  ...Object.entries(things).map(([name, thing]) => [idOfThing(name as ThingName), thing.shapes] as const),
  ...brands.map((brand) => [idOfBrand(brand), `<path d="${brand.path}"/>`] as const),
])

/** A bundled icon by its name. It repeats the text beside it, so screen readers skip it. */
export const ThingIcon = ({ name }: { name: ThingName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`#${idOfThing(name)}`} />
  </svg>
)

/** The logo of a network or a shop. */
export const BrandIcon = ({ brand }: { brand: Brand }) => (
  <svg class="icon brand" aria-hidden="true">
    <use href={`#${idOfBrand(brand)}`} />
  </svg>
)

// No user's text can match this, because its angle brackets and quotes are escaped.
const use = /<use href="#([a-z0-9-]+)"/g

/** The symbols that a rendered page uses, to be appended to it; nothing if it uses none. */
export function symbolsOf(html: string) {
  const ids = new Set([...html.matchAll(use)].map(([, id = '']) => id))
  if (ids.size === 0) return null
  return (
    <svg class="symbols" aria-hidden="true">
      {[...ids].map((id) => (
        <symbol id={id} viewBox="0 0 24 24">
          {raw(shapes.get(id) ?? '')}
        </symbol>
      ))}
    </svg>
  )
}

export const symbolStyles = '.symbols { display: none; }'
