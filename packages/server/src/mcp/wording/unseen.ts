// Invisible characters, which could tell a model something that no person reads: which they are, and where a script or an
// emoji needs one.

/**
 * Characters without a shape of their own: control and format characters, lone surrogates, private use, unassigned, and
 * default ignorable ones (UAX #44, Default_Ignorable_Code_Point), which include selectors, joiners and tags; line ends that
 * aren't line breaks; the blanks of Braille and hieroglyphs. Some format characters of Arabic, Syriac and Kaithi are
 * visible, as are emoji that are newer than this runtime.
 */
const doubtful = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cf}\p{Co}\p{Cn}\p{Cc}\p{Cs}\u2028\u2029\u2800\u{13441}\u{13442}]--[\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]--\p{Extended_Pictographic}]`
const anyDoubtful = new RegExp(doubtful, 'v')
const everyRun = new RegExp(`${doubtful}+`, 'gv')
const everyLineEnd = /[\u0085\u2028\u2029]/g
const onlyAscii = /^[\t\n\r\x20-\x7e]*$/

/**
 * Whether a string is an address, which must still work when an agent sends it back. A web address may contain spaces after
 * its host; a title that begins with `https: ` is no address.
 */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/[^\s/\\?#]|(?:mailto|tel):[^\t\n\r ]*$)/i.test(text)
}

/**
 * The text without invisible characters; other line ends become line breaks. In an address they are percent-encoded
 * instead, as a browser would do it (WHATWG URL, "percent-encode sets").
 */
export function withoutUnseen(text: string): string {
  // Most texts contain none, so they are checked with a simpler pattern first.
  if (onlyAscii.test(text) || !anyDoubtful.test(text)) return text
  const isMixed = rightToLeftLetter.test(text)
  if (isAddress(text))
    return text.replace(everyRun, (run, at: number) => {
      const kept = seenOf(run, text, at, isMixed)
      return kept === run ? run : encodeURIComponent(run.toWellFormed())
    })
  const whole = text.replace(everyLineEnd, '\n')
  return whole.replace(everyRun, (run, at: number) => seenOf(run, whole, at, isMixed))
}

/**
 * The characters of a doubtful run that are needed: at most a selector, and one character for its neighbours or for the
 * grouping of hieroglyphs. In an `isMixed` text, some letters are written from the right.
 */
function seenOf(run: string, whole: string, at: number, isMixed: boolean): string {
  const before = [...whole.slice(Math.max(at - 2, 0), at)].at(-1) ?? ''
  const after = [...whole.slice(at + run.length, at + run.length + 2)].at(0) ?? ''
  if (before === '\u{1f3f4}') for (const flag of flags) if (run.startsWith(flag)) return flag
  const [first = '', ...rest] = run
  const selector = isSelected(before, first, after) ? first : ''
  const others = selector ? rest : [first, ...rest]
  if (hieroglyph.test(before) || hieroglyph.test(after)) {
    const group = grouping.exec(others.join(''))
    if (group) return selector + group[0]
  }
  return selector + (others.find((one) => isNeeded(one, before, after, isMixed)) ?? '')
}

const hieroglyph = /\p{sc=Egyptian_Hieroglyphs}/v
// They arrange signs above, beside or within each other (Unicode, "Egyptian Hieroglyph Format Controls"). Between two groups
// there may be a few in a row; many would be a message.
const grouping = /^[\u{13430}-\u{1343f}\u{13441}\u{13442}]{1,4}/u

/** The flags of England, Scotland and Wales (UTS #51, "Emoji tag sequences"), without the black flag that they begin with. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map((region) =>
  [...`${region}\x7f`].map((tag) => String.fromCodePoint(0xe0000 + (tag.codePointAt(0) as number))).join(''),
)

const emoji = /[\p{Emoji}--[0-9#*]]/v
const keycap = /[0-9#*]/
// Characters with standardized variants, besides emoji (StandardizedVariants.txt of Unicode).
const varied = /[\p{sc=Han}\p{Sm}\p{sc=Myanmar}\p{sc=Phags_Pa}\p{sc=Manichaean}\p{sc=Egyptian_Hieroglyphs}]/v
const han = /\p{sc=Han}/v
const mongolian = /\p{sc=Mongolian}/v

/** Whether a variation selector changes how the character before it looks. */
function isSelected(before: string, selector: string, after: string): boolean {
  if (/[\ufe0e\ufe0f]/.test(selector))
    return emoji.test(before) || (keycap.test(before) && after === '\u20e3')
  if (/[\ufe00-\ufe06]/.test(selector)) return varied.test(before)
  if (/[\u{e0100}-\u{e01ef}]/v.test(selector)) return han.test(before)
  return /[\u180b-\u180d\u180f]/.test(selector) && mongolian.test(before)
}

const pictured = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/v
// In scripts other than these, letters change their shape at a joiner: Arabic, those of India, Mongolian, …
const joined =
  /[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Common}]]/v
// After these, a joiner also gives a letter another form at the end of a word, as in older spelling of Malayalam and
// Sinhala.
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/
const rightToLeft =
  /[[\p{L}\p{M}]&&[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Samaritan}\p{scx=Mandaic}\p{scx=Adlam}\p{scx=Hanifi_Rohingya}]]/v
const rightToLeftLetter =
  /[\p{L}&&[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Samaritan}\p{sc=Mandaic}\p{sc=Adlam}\p{sc=Hanifi_Rohingya}]]/v
const partOfWord = /[\p{L}\p{M}\p{N}]/u
const unspaced = /[\p{sc=Khmer}\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Tibetan}]/v

/** Whether an invisible character affects how its neighbours are written. */
function isNeeded(one: string, before: string, after: string, isMixed: boolean): boolean {
  const isBetween = /\S/.test(before) && /\S/.test(after)
  if (one === '\u200d' && pictured.test(before) && pictured.test(after)) return true
  if (one === '\u200c' || one === '\u200d')
    return virama.test(before) || (isBetween && (joined.test(before) || joined.test(after)))
  if (one === '\u200e' || one === '\u200f' || one === '\u061c') {
    if (rightToLeft.test(before) || rightToLeft.test(after)) return true
    // Direction marks are needed beside left-to-right words or signs.
    return isMixed && /\S/.test(before + after) && !(partOfWord.test(before) && partOfWord.test(after))
  }
  if (one === '\u200b') return isBetween && (unspaced.test(before) || unspaced.test(after))
  return one === '\u180e' && mongolian.test(before) && mongolian.test(after)
}
