// The fonts for rendered text: from the Noto family, whose licence allows redistribution (fonts/OFL.txt). Only those that a
// text needs are loaded. docs/dependencies.md says where they come from.
import { readFile } from 'node:fs/promises'
import notoEmoji from './fonts/NotoEmoji_400Regular.ttf' with { type: 'file' }
import notoSans from './fonts/NotoSans_400Regular.ttf' with { type: 'file' }
import notoSansBold from './fonts/NotoSans_700Bold.ttf' with { type: 'file' }
import notoSansArabic from './fonts/NotoSansArabic_400Regular.ttf' with { type: 'file' }
import notoSansArabicBold from './fonts/NotoSansArabic_700Bold.ttf' with { type: 'file' }
import notoSansHebrew from './fonts/NotoSansHebrew_400Regular.ttf' with { type: 'file' }
import notoSansHebrewBold from './fonts/NotoSansHebrew_700Bold.ttf' with { type: 'file' }
import notoSansThai from './fonts/NotoSansThai_400Regular.ttf' with { type: 'file' }
import notoSansThaiBold from './fonts/NotoSansThai_700Bold.ttf' with { type: 'file' }

/** All text is set in this family, whatever font it asks for; missing letters are taken from the others. */
export const fontFamily = 'Noto Sans'

// Latin, Greek, Cyrillic and Devanagari. All letters of a word must come from one file, or some are not found.
const always = [notoSans, notoSansBold]
const ofScripts: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, notoSansArabic],
  [/\p{Script=Arabic}/u, notoSansArabicBold],
  [/\p{Script=Hebrew}/u, notoSansHebrew],
  [/\p{Script=Hebrew}/u, notoSansHebrewBold],
  [/\p{Script=Thai}/u, notoSansThai],
  [/\p{Script=Thai}/u, notoSansThaiBold],
  [/\p{Extended_Pictographic}/u, notoEmoji],
]

const loaded = new Map<string, Promise<Uint8Array>>()

/** The fonts for the text of an SVG; none if it has no text. */
export async function fontsFor(svg: string): Promise<Uint8Array[]> {
  if (!/<(?:[\w.-]+:)?text/.test(svg)) return []
  const text = withReferences(svg)
  const needed = ofScripts.flatMap(([script, file]) => (script.test(text) ? file : []))
  return await Promise.all([...always, ...needed].map(load))
}

/** Characters may be written as numeric references (XML 1.0, section 4.1). */
function withReferences(svg: string): string {
  return svg.replace(/&#(x?)([0-9a-f]{1,8});/gi, (_, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function load(file: string): Promise<Uint8Array> {
  const font = loaded.get(file) ?? readFile(file).then((bytes) => new Uint8Array(bytes))
  loaded.set(file, font)
  return font
}
