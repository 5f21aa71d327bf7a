// The editor's preview renders the same as visitors get, and matches its declared types.
import { expect, test } from 'bun:test'
import { renderMicrosite } from '../microsite/render.tsx'
import type * as declared from './preview.d.ts'
import * as drawing from './render.tsx'

// Doesn't compile if the handwritten declaration differs.
const preview: typeof declared = drawing

const page: declared.MicrositePage = {
  url: 'http://localhost:3000/ana',
  slug: 'ana',
  title: 'Ana <b>',
  description: '',
  kind: 'portfolio',
  theme: 'ocean',
  previewImage: 'http://localhost:3000/ana/preview.png',
  components: [
    {
      id: 'cmp_1',
      kind: 'LINK',
      data: { value: 'Shop', href: 'https://example.com/', icon: 'cart' },
      lock: { locked: false, key: null },
    },
    { id: 'cmp_2', kind: 'TEXT', data: { content: 'Secret' }, lock: { locked: false, key: null } },
  ],
  images: new Map(),
  items: new Map(),
  leaders: [],
}

test('a preview has the style and the body of what visitors get', () => {
  const { html } = renderMicrosite(page, 'en')
  const { style, body } = preview.renderPreview(page, 'en')
  expect(html).toContain(`<style>${style}</style>`)
  expect(html).toContain(`<body>${body}</body>`)
  expect(body).not.toContain('<script')
})

test('locked components are marked, and no id can add CSS rules', () => {
  const { style } = preview.renderPreview(page, 'en', ['cmp_2', 'x{}body'])
  expect(style).toContain('#cmp_2::after{')
  expect(style).not.toContain('x{}body')
})

test('every theme, font, effect and icon can be chosen', () => {
  for (const name of preview.themeNames)
    expect(preview.describeTheme(name).background).toMatch(/#[0-9a-f]{6}$/)
  expect(preview.fontNames).toContain('Space Grotesk')
  expect(preview.buttonEffects).toContain('glass')
  const names = preview.icons.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(preview.icons.every(({ svg }) => svg.startsWith('<'))).toBe(true)
})
