// Finds what people can follow in a text that somebody typed: web addresses, mailboxes and telephone numbers.
import { addressFault } from '@linnet/contract/values'
import { linkableAddress } from '../web-address.ts'
import { mailLink, telLink } from './reach.ts'

/** A stretch of a text as it was typed, and where it leads, or null. */
export interface Stretch {
  text: string
  href: string | null
}

/*
 * Each alternative ends within a bounded number of characters, or takes all that it has seen: however long a text is,
 * it is read once. A number begins with its country (E.164: 15 digits at most), because others may be anything.
 */
const followable =
  /(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}.+%_-])([\p{L}\p{N}.+%_-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})|(?<![\p{L}\p{N}+])(\+\d(?:[ \u00a0.()/-]{0,2}\d){7,14})(?!\d)/giu

/** The links in a text, in order. A link's index is the last segment of its address. */
export const linksIn = (text: string | undefined): string[] =>
  stretchesOf(text ?? '').flatMap(({ href }) => href ?? [])

/** The text in stretches: put together, they are the text again. */
export function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let done = 0
  for (const { 0: all, 1: address, 2: mailbox, 3: number, index } of text.matchAll(followable)) {
    const found = address === undefined ? all : withoutSentence(address)
    const href = address === undefined ? (mailLink(mailbox) ?? telLink(number)) : webLink(found)
    if (href === null) continue
    if (index > done) stretches.push({ text: text.slice(done, index), href: null })
    stretches.push({ text: found, href })
    done = index + found.length
  }
  if (done < text.length) stretches.push({ text: text.slice(done), href: null })
  return stretches
}

/** An address that a LINK could not have, such as one with a user name, stays plain text. */
const webLink = (address: string): string | null =>
  addressFault(address) === null ? linkableAddress(address) : null

const ends = new Set('.,;:!?…\'"’”»)]}*。、，！？：；）」』')

/** An address without what ends the sentence that it stands in; a bracket that it opened itself stays. */
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
