// Judges an SVG that resvg has written anew: only elements and attributes that draw, and nothing that leads elsewhere.
import { Undrawable } from './undrawable.ts'

const mostBytes = 4 * 1024 * 1024
const mostImagePixels = 16 * 1024 * 1024

const elements =
  /^(?:svg|defs|g|path|image|linearGradient|radialGradient|stop|clipPath|mask|pattern|filter|fe[A-Z][A-Za-z]+)$/
// Names of attributes that could do more than describe a shape, a colour or a filter.
const forbidden = /^(?:on|xml:|style$|class$|src$|base$)/
const plainStyle =
  /^(?:(?:mix-blend-mode:(?:normal|multiply|screen|overlay|darken|lighten|color-dodge|color-burn|hard-light|soft-light|difference|exclusion|hue|saturation|color|luminosity)|isolation:(?:auto|isolate));?)+$/
const namespaces: Record<string, string> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
}
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/

interface Attribute {
  name: string
  value: string
}

/**
 * The same picture with its identifiers renamed, and the pictures in it encoded anew; those from elsewhere are left out.
 * Throws an Undrawable where anything is not of the list.
 */
export async function plain(svg: string): Promise<string> {
  if (svg.length > mostBytes) throw new Undrawable('The picture is too complex.')
  const ids = new Map<string, string>()
  const renamed = (id: string) => {
    const name = ids.get(id) ?? `i${ids.size}`
    ids.set(id, name)
    return name
  }
  const parts: string[] = []
  const token = /\s+|<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/y
  while (token.lastIndex < svg.length) {
    const [all, closes, name = '', attributes = '', isEmpty] = token.exec(svg) ?? refuse()
    if (name === '') parts.push('\n')
    else if (!elements.test(name)) refuse()
    else if (closes) parts.push(all)
    else {
      const kept = await judge(name, attributesOf(attributes), renamed)
      // Only what is empty can be left out.
      if (kept)
        parts.push(`<${[name, ...kept.map(({ name, value }) => `${name}="${value}"`)].join(' ')}${isEmpty}>`)
      else if (!isEmpty) refuse()
    }
  }
  return parts.join('')
}

/** The attributes that an element may keep; null where it is left out. */
async function judge(
  element: string,
  attributes: Attribute[],
  renamed: (id: string) => string,
): Promise<Attribute[] | null> {
  const kept: Attribute[] = []
  for (const { name, value } of attributes) {
    if (name === 'id') kept.push({ name, value: renamed(value) })
    else if (name in namespaces) kept.push({ name, value: namespaces[name] as string })
    else if (name === 'style') {
      if (!plainStyle.test(value.replace(/\s/g, ''))) refuse()
      kept.push({ name, value })
    } else if (name === 'href' || name === 'xlink:href') {
      const address = value.startsWith('#')
        ? `#${renamed(value.slice(1))}`
        : element === 'image'
          ? await encodedAnew(value)
          : null
      if (address === null) return null
      kept.push({ name, value: address })
    } else {
      const [last = '', ...closed] = value.split(')').reverse()
      // Up to each closing bracket once: what is opened a million times and never closed is looked at no longer.
      const inside = [
        ...closed
          .reverse()
          .map((piece) => piece.replace(/url\(#(.*)/s, (_, id: string) => `url(#${renamed(id)}`)),
        last,
      ].join(')')
      const leads = inside.replace(/url\(#i\d+\)/g, '')
      if (forbidden.test(name) || /[<>&]|url\(|:/i.test(leads)) refuse()
      kept.push({ name, value: inside })
    }
  }
  return kept
}

function attributesOf(text: string): Attribute[] {
  return [...text.matchAll(/\s([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }))
}

/** A picture within the picture, by its pixels alone: what else was in the file stays behind. Null for any other address. */
async function encodedAnew(address: string): Promise<string | null> {
  const [, content] = dataImage.exec(address) ?? []
  if (content === undefined) return null
  try {
    const image = new Bun.Image(Buffer.from(content, 'base64'), { maxPixels: mostImagePixels })
    return `data:image/png;base64,${(await image.png().buffer()).toString('base64')}`
  } catch {
    return null
  }
}

function refuse(): never {
  throw new Undrawable('There is something in the picture that cannot be kept.')
}
