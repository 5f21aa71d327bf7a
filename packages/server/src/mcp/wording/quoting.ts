// Prepares users' words for a model: without invisible characters, and in texts quoted and of limited length.
import { isAddress, withoutUnseen } from './unseen.ts'

const usualLength = 200
// A longer one isn't a letter of any script, but a stack of combining marks.
const longestLetter = 64
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * JSON without invisible characters in its strings; line breaks and tabs stay. In addresses they are percent-encoded,
 * which means the same to a browser. `isLess` says whether something was removed.
 */
export function cleaned<Value>(content: Value): { content: Value; isLess: boolean } {
  if (!isUnclean(content)) return { content, isLess: false }
  const losses = { isLess: false }
  return { content: cleanedCopy(content, losses) as Value, ...losses }
}

/**
 * A string in JSON without invisible characters, of at most `most` UTF-16 units; the number of omitted ones follows it. It
 * never ends within an emoji.
 */
export function quoted(text: string, most = usualLength): string {
  const whole = withoutUnseen(text)
  const start = startOf(whole, most)
  // JSON permits escaped slashes (RFC 8259, section 7), so no string can end an element that a client puts around it.
  const json = JSON.stringify(start).replaceAll('</', '<\\/')
  return start.length < whole.length ? `${json}… (${whole.length - start.length} more characters)` : json
}

/** How many characters are left for a value, and whether something was omitted. */
export interface Room {
  left: number
  cut: boolean
}

/** JSON in some `room.left` characters. When they are used up, the rest is only counted. */
export function quotedJson(value: unknown, room: Room): string {
  if (typeof value === 'string') return counted(quotedWithin(value, room), room)
  if (typeof value !== 'object' || value === null) return counted(JSON.stringify(value), room)
  const isList = Array.isArray(value)
  const knownFields = Object.entries(value)
  const pieces: string[] = []
  for (const [index, [name, member]] of knownFields.entries()) {
    if (room.left <= 0) {
      room.cut = true
      pieces.push(`… (${knownFields.length - index} more)`)
      break
    }
    pieces.push((isList ? '' : counted(`${quoted(name, 48)}:`, room)) + quotedJson(member, room))
  }
  return isList ? `[${pieces.join(',')}]` : `{${pieces.join(',')}}`
}

function quotedWithin(text: string, room: Room): string {
  const most = Math.max(room.left, 0)
  if (text.length > most) room.cut = true
  return quoted(text, most)
}

function counted(json: string, room: Room): string {
  room.left -= json.length + 1
  return json
}

function isUnclean(value: unknown): boolean {
  if (typeof value === 'string') return withoutUnseen(value) !== value
  if (typeof value !== 'object' || value === null) return false
  for (const member of Object.values(value)) if (isUnclean(member)) return true
  return false
}

function cleanedCopy(value: unknown, losses: { isLess: boolean }): unknown {
  if (typeof value === 'string') {
    const clean = withoutUnseen(value)
    losses.isLess ||= clean !== value && !isAddress(value)
    return clean
  }
  if (Array.isArray(value)) return value.map((member) => cleanedCopy(member, losses))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cleanedCopy(member, losses)]),
  )
}

/** The start of a well-formed string, up to the last letter that fits completely. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  const letter = letters.segment(text.slice(0, most + longestLetter)).containing(most)
  const end = letter && letter.index > most - longestLetter ? letter.index : most
  return text.slice(0, end).replace(/\p{Cs}$/u, '')
}
