// The link-preview picture of a page as SVG: 1200 by 630, in the colours of its theme.
import { contrast, over } from '../styles/colour.ts'
import { themeNamed } from '../themes/index.ts'
import { groundsOf } from '../themes/theme.ts'
import { profileOf } from './about.ts'
import type { MicrositePage } from './microsite-page.ts'
import { linesOf } from './text-lines.ts'

const [width, height, margin] = [1200, 630, 88]

/** Escaped for XML, without the characters that XML can't contain (XML 1.0, section 2.2). */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const isRightToLeft = (text: string) =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)

type TextStyle = { size: number; colour: string; bold?: boolean }

function lines(texts: readonly string[], x: number, top: number, { size, colour, bold }: TextStyle): string {
  const common = `font-family="Noto Sans" font-size="${size}" font-weight="${bold ? 700 : 400}" fill="${colour}"`
  return texts
    .map((text, index) => {
      const end = isRightToLeft(texts[0] ?? '')
      const at = end ? width - margin : x
      const anchor = end ? ' text-anchor="end"' : ''
      return `<text x="${at}" y="${Math.round(top + index * size * 1.25)}"${anchor} ${common}>${escaped(text)}</text>`
    })
    .join('')
}

/** The owner's colour if text of this size is readable in it on the whole picture (WCAG 2.2, 1.4.3); else null. */
function titleColour(chosen: string | undefined, grounds: readonly string[]): string | null {
  const [ground = '#ffffff'] = grounds
  if (chosen === undefined) return null
  const colour = over(chosen, ground)
  return grounds.every((one) => contrast(colour, one) >= 3) ? colour : null
}

/** `avatar` is the picture of the profile as a `data:` URL, if there is one. */
export function previewSvg(page: MicrositePage, avatar?: string): string {
  const { variables } = themeNamed(page.theme)
  const { name, description = '', titleColor } = profileOf(page)
  const stops = [...new Set(groundsOf(variables).slice(variables.backdrop.startsWith('linear') ? 1 : 0))]
  const left = avatar ? margin + 250 : margin
  const title = linesOf(name, (width - margin - left) / 76, avatar ? 2 : 3)
  const messages = linesOf(description, (width - margin - left) / 34, 3)
  const titleTop = 300 - (title.length - 1) * 42 - messages.length * 20
  const address = `${URL.parse(page.url)?.host ?? ''}/${page.slug}`
  const gradient = stops
    .map(
      (colour, index) => `<stop offset="${index / Math.max(stops.length - 1, 1)}" stop-color="${colour}"/>`,
    )
    .join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0.35" y2="1">${gradient}</linearGradient>`,
    '<clipPath id="c"><circle cx="188" cy="290" r="100"/></clipPath></defs>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<rect y="${height - 14}" width="${width}" height="14" fill="${variables.accent}"/>`,
    avatar
      ? `<circle cx="188" cy="290" r="106" fill="${variables.surface}"/><image x="88" y="190" width="200" height="200" preserveAspectRatio="xMidYMid slice" clip-path="url(#c)" href="${escaped(avatar)}"/>`
      : '',
    lines(title, left, titleTop, {
      size: 68,
      colour: titleColour(titleColor, stops) ?? variables.ink,
      bold: true,
    }),
    lines(messages, left, titleTop + title.length * 85 - 12, { size: 32, colour: variables.soft }),
    `<path transform="translate(${margin} 520) scale(1.25)" fill="${variables.accent}" d="M25 11a5.5 5.5 0 0 0-11 0L2 27h12a11 11 0 0 0 11-11z"/>`,
    lines([address], margin + 52, 550, { size: 28, colour: variables.soft }).replace(
      ' text-anchor="end"',
      '',
    ),
    '</svg>',
  ].join('')
}
