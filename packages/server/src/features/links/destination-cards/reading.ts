// Reads the card of a page: the page through the outgoing guard, with few redirects, and then its picture.
import type { Outgoing, OutgoingAnswer } from '../../../platform/net/outgoing/index.ts'
import { type PageCard, pageCard } from './html.ts'

export interface ReadingNeeds {
  outgoing: Pick<Outgoing, 'request'>
}

/** A page's card, and the content of its picture, which may be anything; null if it has none that can be read. */
export interface ReadCard extends Omit<PageCard, 'image'> {
  picture: Uint8Array | null
}

// Pages are read whole, because the guard returns no parts; of their text, only the head is needed.
const mostPageBytes = 2 * 1024 * 1024
const scannedBytes = 512 * 1024
const mostPictureBytes = 5 * 1024 * 1024
const mostRedirects = 4

interface Reading {
  /** Ends everything. */
  signal: AbortSignal
  /** For each request. */
  timeoutMilliseconds: number
}

/** Null for a page that can't be read, or says nothing about itself. */
export async function readCard(
  { outgoing }: ReadingNeeds,
  address: string,
  { wantsPicture, ...reading }: Reading & { wantsPicture: boolean },
): Promise<ReadCard | null> {
  const page = await get(outgoing, address, {
    ...{ accept: 'text/html, application/xhtml+xml', mostBytes: mostPageBytes },
    ...reading,
  })
  if (!page || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(page.answer.headers['content-type'] ?? ''))
    return null
  const { title, description, image } = pageCard(textOf(page.answer))
  const source = wantsPicture && image ? URL.parse(image, page.address) : null
  const picture =
    source &&
    (await get(outgoing, source.href, { accept: 'image/*', mostBytes: mostPictureBytes, ...reading }))
  return title || description || picture
    ? { title, description, picture: picture ? picture.answer.body : null }
    : null
}

/** Follows redirects, each of them through the guard; null for anything but a complete answer with status 200. */
async function get(
  outgoing: ReadingNeeds['outgoing'],
  address: string,
  { accept, ...options }: Reading & { accept: string; mostBytes: number },
): Promise<{ address: string; answer: OutgoingAnswer } | null> {
  let current = address
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await outgoing.request(current, { headers: { accept }, ...options }).catch(() => null)
    if (!answer) return null
    if (answer.status === 200) return { address: current, answer }
    const next = [301, 302, 303, 307, 308].includes(answer.status) ? answer.headers.location : undefined
    const target = next && URL.parse(next, current)
    if (!target) return null
    current = target.href
  }
  return null
}

/** The text of a page in the encoding that it declares; UTF-8 if that is unknown. */
function textOf({ headers, body }: OutgoingAnswer): string {
  const bytes = body.subarray(0, scannedBytes)
  const declared =
    /charset\s*=\s*["']?([\w-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1] ??
    /<meta\s[^<>]*charset\s*=\s*["']?([\w-]{1,40})/i.exec(
      new TextDecoder('latin1').decode(bytes.subarray(0, 1024)),
    )?.[1]
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
