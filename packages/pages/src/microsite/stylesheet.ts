// The stylesheet of a page: what all pages share, the theme, the rules of the kinds on it, and each component's own
// properties.

import { fontFace, fontNamed, fontStack } from '../fonts/fonts.ts'
import { iconStyles } from '../icons/icon.tsx'
import { symbolStyles } from '../icons/symbols.tsx'
import { stylesheet } from '../styles/stylesheet.ts'
import type { Theme, Variables } from '../themes/theme.ts'
import type { RenderedComponent } from './rendered-components.tsx'

const base = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; font-synthesis-weight: none; background: var(--ground); scroll-padding-top: 1.5rem; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: max(3rem, 7vh) 1.125rem 1.5rem; color: var(--ink); font: 1rem/1.6 var(--font);
  -webkit-font-smoothing: antialiased; overflow-wrap: anywhere;
}
body::before { content: ""; position: fixed; inset: 0; z-index: -1; background: var(--backdrop); }
main { width: 100%; max-width: 36rem; flex: 1; display: flex; flex-direction: column; gap: 1rem; }
h1, h2, h3, p { margin: 0; }
h1, h2, h3 { font-family: var(--heading-font); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: clamp(1.625rem, 1.4rem + 1.2vw, 2.125rem); }
p { text-wrap: pretty; }
img, video, iframe { max-width: 100%; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.heading { display: grid; gap: .5rem; margin-bottom: .75rem; text-align: center; }
.heading p { color: var(--soft); font-size: 1.0625rem; white-space: pre-line; }
.part { min-width: 0; }
.part-PROFILE { margin-bottom: .75rem; }
.card { padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--card-radius); background: var(--surface); color: var(--ink); }
/* Only for screen readers. */
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.back { margin-top: 1rem; text-align: center; }
.back a { display: inline-block; padding: .5rem .75rem; }
footer { display: flex; flex-wrap: wrap; justify-content: center; margin-top: 3rem; font-size: .8125rem; }
footer a { display: inline-flex; align-items: center; gap: .4375rem; padding: .5rem .75rem; color: var(--soft); text-decoration: none; border-radius: 2rem; }
footer a:hover { color: var(--ink); text-decoration: underline; }
footer svg { width: 1.125rem; height: 1.125rem; fill: currentColor; }
`

const endings = `
@media (min-width: 48rem) { body { padding-top: max(4.5rem, 9vh); } main { gap: 1.125rem; } }
@media (prefers-reduced-motion: reduce), print { *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; } }
@media print {
  /* Black on white when printed, because browsers leave out backgrounds, which would make light text unreadable. */
  :root { color-scheme: light; --ground: #fff; --ink: #000; --soft: #444; --surface: #fff; --line: #bbb; --accent: #555; }
  .part { --button: #fff !important; --on-button: #000 !important; --button-border: #999 !important; --edge: #999 !important; --button-shadow: #0000 !important; --icon-ground: #0000 !important; --on-icon: #000 !important; --spoiler-button: #fff !important; --on-spoiler-button: #000 !important; --spoiler-shadow: #0000 !important; --title: #000 !important; --text-color: #000 !important; }
  html, body { background: #fff; color: #000; } body { display: block; padding: 0; } body::before, footer { display: none; } main { max-width: none; } .part { break-inside: avoid; } }
`

const minifiedRules = new Map<string, string>()

/** Minifies rules, and caches the result, because kinds' rules are few and the same on every page. */
function minified(rules: string): string {
  let found = minifiedRules.get(rules)
  if (found === undefined) {
    found = stylesheet(rules)
    minifiedRules.set(rules, found)
  }
  return found
}

const cssNames: Record<keyof Variables, string> = {
  ground: 'ground',
  backdrop: 'backdrop',
  ink: 'ink',
  soft: 'soft',
  surface: 'surface',
  line: 'line',
  button: 'button',
  onButton: 'on-button',
  buttonBorder: 'button-border',
  buttonLine: 'button-line',
  buttonShape: 'button-shape',
  buttonShadow: 'button-shadow',
  accent: 'accent',
  radius: 'radius',
  cardRadius: 'card-radius',
  avatarRadius: 'avatar-radius',
}

const declarations = (variables: Partial<Variables>) =>
  Object.entries(variables)
    .map(([name, value]) => `--${cssNames[name as keyof Variables]}:${value}`)
    .join(';')

const systemFont =
  'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif'

function themeRules({ scheme, variables, dark, font, headingFont }: Theme): string {
  const text = fontStack(font) ?? systemFont
  const fonts = `--font:${text};--heading-font:${fontStack(headingFont) ?? 'inherit'}`
  const root = `:root{color-scheme:${scheme};${declarations(variables)};${fonts}}`
  return dark ? `${root}@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}` : root
}

// A component's values are colours, lengths, known keywords or bundled fonts. Anything else was not validated.
const harmless = /^(?:[\w#%.," -]+|light-dark\([#\w,]+\))$/

function ownRules({ id, customProperties }: RenderedComponent): string {
  const own = Object.entries(customProperties).flatMap(([name, value]) =>
    value !== null && harmless.test(value) ? `${name}:${value}` : [],
  )
  return own.length === 0 ? '' : `#${id}{${own.join(';')}}`
}

/** The content of a page's one `<style>`. */
export function micrositeStylesheet(theme: Theme, components: readonly RenderedComponent[]): string {
  const named = [theme.font, theme.headingFont].flatMap((name) => fontNamed(name) ?? [])
  const fonts = new Set([...named, ...components.flatMap((component) => component.fonts)])
  const rules = new Set(components.flatMap((component) => component.styles))
  return [
    ...[...fonts].map(fontFace),
    themeRules(theme),
    minified(base),
    minified(iconStyles + symbolStyles),
    ...[...rules].map(minified),
    minified(endings),
    ...components.map(ownRules),
  ].join('')
}
