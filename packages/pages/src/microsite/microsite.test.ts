// What every microsite guarantees, whatever its owner wrote: none of it becomes markup, script or style.
import { describe, expect, test } from 'bun:test'
import { type ComponentKind, componentData, componentKinds, readComponentData } from '@linnet/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { type JsonSchema, jsonFor } from '../../../../test/generated/json-arbitraries.ts'
import { everyKind } from '../../../../test/pictures/every-kind.ts'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { buttonEffects } from '../components/button.tsx'
import { brands } from '../icons/brands.ts'
import { things } from '../icons/things.ts'
import { previewSvg, renderMicrosite, type ShownComponent, staticFiles } from '../index.ts'
import { linesOf } from './text-lines.ts'

const render = (components: readonly ShownComponent[], fields = {}) =>
  renderMicrosite(samplePage(components, fields), 'en')

/** Tags and their attributes, as a browser would read them. */
function elementsOf(html: string): { name: string; attributes: [string, string][] }[] {
  const elements: { name: string; attributes: [string, string][] }[] = []
  new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) => {
        elements.push({ name: tagName, attributes: [...attributes] as [string, string][] })
      },
    })
    .transform(html)
  return elements
}

const brandsAndThings = [...brands.map(({ names: [name = ''] }) => name), ...Object.keys(things)]

const attacks = [
  '<script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  'red;}*{background:url(https://evil.example)}',
  '@import "https://evil.example";',
  'expression(alert(1))',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<!--',
  ']]>',
  '\u2028alert(1)',
]

/** Each text of the data, replaced. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, text)]))
  return value
}

/** What must never be in a page, whatever is typed. */
function expectHarmless(html: string, contentSecurityPolicy: string): void {
  for (const { name, attributes } of elementsOf(html)) {
    expect(['object', 'embed', 'base', 'iframe', 'applet', 'frame']).not.toContain(name)
    for (const [attribute, value] of attributes) {
      expect(attribute).not.toMatch(/^on|^style$|^srcdoc$/)
      if (attribute === 'href' || attribute === 'src' || attribute === 'action')
        expect(value).toMatch(
          name === 'use' ? /^#(?:icon|brand)-[a-z0-9-]+$/ : /^(?:\/(?!\/)|https?:|mailto:|tel:)/i,
        )
    }
    if (name === 'script') {
      const source = attributes.find(([attribute]) => attribute === 'src')?.[1]
      const type = attributes.find(([attribute]) => attribute === 'type')?.[1]
      expect(type === 'application/ld+json' || source?.startsWith('/static/microsite-')).toBe(true)
    }
  }
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
  expect(styles).toHaveLength(1)
  const [style = ''] = styles
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash}'`)
  expect(style).not.toMatch(/@import|expression\(|javascript:|evil|url\((?!\/static\/)/i)
  expect(contentSecurityPolicy).toMatch(/^[\x20-\x7e]+$/)
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|data:|evil/)
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(() => JSON.parse(json)).not.toThrow()
}

describe('typed content stays text', () => {
  test.each(componentKinds)('in every field of %s', (kind) => {
    const own = everyKind.find((one) => one.kind === kind)
    if (!own) throw new Error(`the sample has no ${kind}`)
    // Not validated by the schema: even what it would refuse must stay text.
    for (const attack of attacks) {
      const attacked = { ...own, data: withTexts(own.data, attack) } as ShownComponent
      const rendered = safely(() => render([attacked], { title: attack, description: attack }))
      if (rendered) expectHarmless(rendered.html, rendered.contentSecurityPolicy)
    }
  })

  test('in the title, the description, and the names of shop items', () => {
    for (const attack of attacks) {
      const items = [...samplePage([]).items.values()].map((item) => ({ ...item, title: attack }))
      const fields = {
        title: attack,
        description: attack,
        leaders: items,
        items: new Map(items.map((one) => [one.id, one])),
      }
      const { html, contentSecurityPolicy } = render(everyKind, fields)
      expectHarmless(html, contentSecurityPolicy)
    }
  })

  test('in any data that the API accepts', () => {
    const anyComponent = fc.oneof(
      ...componentKinds.map((kind) => dataOf(kind).map((data) => [kind, data] as const)),
    )
    fc.assert(
      fc.property(
        fc.array(anyComponent, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: 'binary', maxLength: 48 }),
        (list, title) => {
          const components = list.flatMap(([kind, data], index) => {
            const judged = safely(() => readComponentData(kind, data))
            return judged ? [component(kind, judged as never, `any_${index}`)] : []
          })
          const { html, contentSecurityPolicy } = render(components, { title: title.toWellFormed() })
          expectHarmless(html, contentSecurityPolicy)
        },
      ),
      { numRuns: 200 },
    )
  })
})

function safely<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function dataOf(kind: ComponentKind) {
  const schema = z.toJSONSchema(componentData[kind], { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return jsonFor(schema).map((text) => safely(() => JSON.parse(text) as unknown))
}

describe('the metadata', () => {
  const { html } = render(everyKind)

  test('has the other profiles of the same person', () => {
    expect(html).toContain('<link rel="me" href="https://mastodon.social/@ana"/>')
    expect(html).toContain('"sameAs":["https://www.instagram.com/ana"')
  })

  test('has the link preview of the page', () => {
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      expect(html).toContain(`property="${name}"`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
    expect(html).not.toContain('noindex')
  })
})

test('every effect of a button has a style of its own', () => {
  const style = /<style>(.*?)<\/style>/s.exec(render(everyKind).html)?.[1] ?? ''
  for (const effect of buttonEffects) expect(style).toContain(`.button-${effect}`)
})

test('fonts are loaded by pages that name them, and by no others', () => {
  const withFont = (textFont: string) => render([component('LINK', { value: 'x', textFont })]).html
  for (const name of ['Lora', 'SERIF', ' serif ']) expect(withFont(name)).toContain('font-family:"Lora"')
  for (const name of ['', 'Comic Sans', '"Lora"', '__proto__'])
    expect(withFont(name)).not.toContain('@font-face')
})

test('every file that pages load exists', () => {
  const fonts = [
    'Inter',
    'Nunito',
    'Space Grotesk',
    'Lora',
    'Playfair Display',
    'JetBrains Mono',
    'Caveat',
    'Bebas Neue',
  ]
  const { html } = render([
    ...everyKind,
    ...fonts.map((textFont, at) => component('LINK', { value: 'x', textFont }, `f${at}`)),
  ])
  const named = [...html.matchAll(/\/static\/([^)"]+)/g)].map(([, name = '']) => name)
  expect(new Set(named).size).toBe(18)
  for (const name of named) expect(staticFiles.has(name)).toBe(true)
})

test('images load in the size that a window needs, the first at once and the others lazily', () => {
  const images = new Map([
    ['/assets/a.webp', { width: 1600, height: 900, variants: [{ path: '/assets/a-400.webp', width: 400 }] }],
  ])
  const two = ['a', 'b'].map((id) => component('IMAGE', { image: '/assets/a.webp' }, id))
  const [first = '', second = ''] = render(two, { images }).html.match(/<img[^>]*>/g) ?? []
  expect(first).toContain('srcset="/assets/a-400.webp 400w, /assets/a.webp 1600w"')
  expect(first).toContain('width="1600" height="900"')
  expect(first).not.toContain('loading="lazy"')
  expect(second).toContain('loading="lazy"')
})

test('prices are formatted in the language of the page', () => {
  const page = samplePage([component('SHOP_ITEM', { shopItemId: 'itm_cup' })])
  expect(renderMicrosite(page, 'id').html).toContain('Rp\u00a0185.000')
  expect(renderMicrosite(page, 'en').html).toContain('IDR\u00a0185,000')
})

describe('the picture for link previews', () => {
  test('has its title in the colour that its owner chose, if that is readable', () => {
    const rendered = (titleColor: string) =>
      previewSvg(samplePage([component('PROFILE', { titleColor })], { theme: 'light' }))
    expect(rendered('#b32c43')).toContain('font-weight="700" fill="#b32c43"')
    expect(rendered('#0000ff88')).not.toContain('#0000ff88')
    expect(rendered('#ffff00')).not.toContain('#ffff00')
  })

  test('is well-formed whatever the title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 160 }),
        (title, description) => {
          const svg = previewSvg(samplePage([], { title, description }))
          expect(svg).not.toMatch(
            /<(?!\/?(?:svg|defs|linearGradient|stop|clipPath|circle|rect|image|text|path)\b)/,
          )
          // XML has no way to write most control characters.
          expect(svg).not.toMatch(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|&(?!amp;|lt;|gt;|quot;)/u)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('breaks long text into lines, the last of which marks what is left out', () => {
    expect(linesOf('one two three four', 4, 2)).toEqual(['one two', 'three…'])
    expect(linesOf('word', 10, 2)).toEqual(['word'])
    expect(linesOf('x'.repeat(1000), 5, 3)).toHaveLength(3)
    expect(linesOf('', 5, 3)).toEqual([])
  })
})

describe('icons', () => {
  const rows = (icons: readonly string[], count: number) =>
    Array.from({ length: count }, (_, row) =>
      component(
        'HORIZONTAL_LINK',
        {
          links: Array.from({ length: 50 }, () => icons.map((icon) => ({ icon, url: 'https://a.example/' })))
            .flat()
            .slice(0, 50),
        },
        `row_${row}`,
      ),
    )

  test('are defined once in a page, however many links have them', () => {
    const icons = ['instagram', 'star', 'link']
    const { html } = render(rows(icons, 10))
    expect(html.match(/<symbol /g)).toHaveLength(3)
    // 500 links, each with its address, its name and the word for its icon.
    expect(html.length).toBeLessThan(150_000)
    const once = render(rows(icons, 1)).html
    expect(html.match(/<path /g)).toHaveLength(once.match(/<path /g)?.length ?? 0)
  })

  test('refer to symbols in the page, of every kind, and a page without icons has none', () => {
    for (const components of [everyKind, rows([...brandsAndThings], 10)]) {
      const { html } = render(components)
      const named = new Set([...html.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => id))
      const rendered = [...html.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(.*?)<\/symbol>/g)]
      expect(rendered.map(([, id]) => id).sort()).toEqual([...named].sort())
      for (const [, , shapes] of rendered) expect(shapes).toStartWith('<')
    }
    expect(render([component('TEXT', { content: '<use href="#icon-star"' })]).html).not.toContain('<symbol')
  })
})
