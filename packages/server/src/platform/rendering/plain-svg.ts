// Sanitizes an SVG that resvg has rewritten: only elements and attributes for drawing remain, and no external references.
import { UnrenderableImage } from './unrenderable-image.ts'

const mostBytes = 4 * 1024 * 1024
const mostImagePixels = 16 * 1024 * 1024

const elements =
  /^(?:svg|defs|g|path|image|linearGradient|radialGradient|stop|clipPath|mask|pattern|filter|fe[A-Z][A-Za-z]+)$/
// Names of attributes that could do more than describe a shape, colour or filter.
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
 * The same image with its identifiers renamed and its embedded images re-encoded; external images are left out. Throws an
 * UnrenderableImage if anything is not on the list.
 */
export async function plain(svg: string): Promise<string> {
  if (svg.length > mostBytes) throw new UnrenderableImage({ code: 'image_too_complex' })
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
      const kept = await check(name, attributesOf(attributes), renamed)
      // Only an empty element can be left out.
      if (kept)
        parts.push(`<${[name, ...kept.map(({ name, value }) => `${name}="${value}"`)].join(' ')}${isEmpty}>`)
      else if (!isEmpty) refuse()
    }
  }
  return parts.join('')
}

/** The attributes that an element may keep; null if it is left out. */
async function check(
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
          ? await reencodedImage(value)
          : null
      if (address === null) return null
      kept.push({ name, value: address })
    } else {
      const [last = '', ...closed] = value.split(')').reverse()
      // Matches end at closing brackets, so a million unclosed brackets take no time.
      const inside = [
        ...closed
          .reverse()
          .map((text) => text.replace(/url\(#(.*)/s, (_, id: string) => `url(#${renamed(id)}`)),
        last,
      ].join(')')
      const others = inside.replace(/url\(#i\d+\)/g, '')
      if (forbidden.test(name) || /[<>&]|url\(|:/i.test(others)) refuse()
      kept.push({ name, value: inside })
    }
  }
  return kept
}

function attributesOf(text: string): Attribute[] {
  return [...text.matchAll(/\s([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }))
}

/** An embedded image with only its pixels. Null for any other address. */
async function reencodedImage(address: string): Promise<string | null> {
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
  throw new UnrenderableImage({ code: 'svg_content' })
}
