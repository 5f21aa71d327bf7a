// Renders a microsite in its editor's browser: what visitors get, without what only servers and other programs need.

import type { Language } from '@linnet/languages'
import { buttonEffects } from '../components/button.tsx'
import { fontStack, fonts } from '../fonts/fonts.ts'
import { brands } from '../icons/brands.ts'
import { nameOfBrand } from '../icons/icon.tsx'
import { things } from '../icons/things.ts'
import { Body } from '../microsite/body.tsx'
import type { MicrositePage } from '../microsite/microsite-page.ts'
import { renderComponents } from '../microsite/rendered-components.tsx'
import { micrositeStylesheet } from '../microsite/stylesheet.ts'
import { themeNamed } from '../themes/index.ts'
import type { KnownIcon, PreviewTheme, RenderedPreview } from './preview.d.ts'

const padlock = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="2.5">${things.lock.shapes}</svg>`,
)

// A badge at the corner of locked components, which only the preview shows.
const lockSign = `{position:relative}$::after{content:"";position:absolute;top:-.5rem;right:-.375rem;z-index:2;width:1.75rem;height:1.75rem;border-radius:50%;background:#211a16 url("data:image/svg+xml,${padlock}") center/1rem no-repeat;box-shadow:0 0 0 2px #fff}`

const marked = (locked: readonly string[]): string =>
  locked
    .filter((id) => /^[\w-]+$/.test(id))
    .map((id) => `#${id}${lockSign.replace('$', `#${id}`)}`)
    .join('')

/** See preview.d.ts. */
export function renderPreview(
  page: MicrositePage,
  language: Language,
  locked: readonly string[] = [],
): RenderedPreview {
  const theme = themeNamed(page.theme)
  const components = renderComponents(page, language, theme)
  const body = String(<Body page={page} components={components} language={language} />)
  return {
    style: micrositeStylesheet(theme, components) + marked(locked),
    body: body.replace(/^<body>|<\/body>$/g, ''),
    scheme: theme.scheme,
  }
}

/** See preview.d.ts. */
export function describeTheme(name: string): PreviewTheme {
  const { title, description, variables, font, headingFont } = themeNamed(name)
  const { ground, backdrop, ink, button, onButton, buttonBorder, accent, radius } = variables
  return {
    title,
    description,
    background: backdrop === 'none' ? ground : `${backdrop}, ${ground}`,
    ink,
    button,
    onButton,
    buttonBorder,
    accent,
    radius,
    font: fontStack(headingFont ?? font),
  }
}

export { themeNames } from '../themes/index.ts'

export const fontNames: readonly string[] = fonts.map(({ name }) => name)

export { buttonEffects }

export const icons: readonly KnownIcon[] = [
  ...brands.map((brand): KnownIcon => {
    const [name = '', ...aliases] = brand.names
    return { name, title: nameOfBrand(brand), aliases, svg: `<path d="${brand.path}"/>`, isBrand: true }
  }),
  ...Object.entries(things).map(
    ([name, { aliases, shapes }]): KnownIcon => ({
      name,
      title: name,
      aliases,
      svg: shapes,
      isBrand: false,
    }),
  ),
]
