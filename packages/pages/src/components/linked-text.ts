// Finds the links in typed text: web addresses, e-mail addresses and telephone numbers.
import { addressFault } from '@linnet/contract/values'
import { linkableAddress } from '../web-address.ts'
import { mailLink, telLink } from './reach.ts'

/** A segment of the text, and its link or null. */
export interface TextSegment {
  text: string
  href: string | null
}

/*
 * Each alternative ends within a bounded number of characters, or takes all that it has seen: however long the text is,
 * it is scanned once. A number begins with its country code (E.164: at most 15 digits), because others may be anything.
 */
const followable =
  /(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}.+%_-])([\p{L}\p{N}.+%_-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})|(?<![\p{L}\p{N}+])(\+\d(?:[ \u00a0.()/-]{0,2}\d){7,14})(?!\d)/giu

/** The links in text, in order. A link's index is the last segment of its address. */
export const linksIn = (text: string | undefined): string[] =>
  segmentsOf(text ?? '').flatMap(({ href }) => href ?? [])

/** Splits the text into segments; joined, they are the text again. */
export function segmentsOf(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let done = 0
  for (const { 0: all, 1: address, 2: mailbox, 3: number, index } of text.matchAll(followable)) {
    const found = address === undefined ? all : withoutSentence(address)
    const href = address === undefined ? (mailLink(mailbox) ?? telLink(number)) : webLink(found)
    if (href === null) continue
    if (index > done) segments.push({ text: text.slice(done, index), href: null })
    segments.push({ text: found, href })
    done = index + found.length
  }
  if (done < text.length) segments.push({ text: text.slice(done), href: null })
  return segments
}

/** An address that a LINK could not have, such as one with a user name, stays plain text. */
const webLink = (address: string): string | null =>
  addressFault(address) === null ? linkableAddress(address) : null

const ends = new Set('.,;:!?…\'"’”»)]}*。、，！？：；）」』')

/** An address without the punctuation that ends its sentence; a bracket that it opened itself stays. */
function withoutSentence(address: string): string {
  let open = [...address].reduce((sum, one) => sum + (one === '(' ? 1 : one === ')' ? -1 : 0), 0)
  let end = address.length
  for (; ends.has(address.charAt(end - 1)); end--) {
    if (address.charAt(end - 1) !== ')') continue
    if (open >= 0) break
    open++
  }
  return address.slice(0, end)
}
