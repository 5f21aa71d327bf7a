// The requests of a load, generated beforehand, so that sending them takes little time.
import { writeFileSync } from 'node:fs'
import { separator } from '../load.ts'
import { codeOf, madeUpLink } from './link-texts.ts'
import { randomsOf, shuffled, zipf } from './random.ts'
import { browsers, clientAddresses, directShare, referers } from './visitors.ts'

/** The host in all requests, whatever the server's port, so that all get identical bytes. */
export const host = 'linnet.example'

const addressCount = 10_000
// The possible image sizes.
const [leastWidth, widths] = [64, 1985]

export interface Visits {
  /** How many links are stored: those with the numbers 0 to `links` - 1. */
  links: number
  /** How many of their codes are requested, taken evenly from all of them. */
  codes: number
  /** How many requests there are before they repeat. */
  count: number
}

/** Writes visits of links to a file; the codes are drawn by Zipf's law with s = 1. Each run gives the same visits. */
export function writeVisits(file: string, { links, codes, count }: Visits): void {
  const random = randomsOf(1)
  const order = shuffled(codes, random)
  const rank = zipf(codes, random)
  const visitOf = visitsBy(random)
  write(file, count, () => {
    const place = order[rank()] as number
    return visitOf(`/${codeOf(Math.floor((place * links) / codes))}`)
  })
}

/** Writes visits that request each of the codes once before any repeats. */
export function writeVisitsOfAll(file: string, { links, codes }: Omit<Visits, 'count'>): void {
  const visitOf = visitsBy(randomsOf(3))
  const code = strideOf({ links, codes })
  let index = 0
  write(file, codes, () => visitOf(`/${code(index++)}`))
}

/** Writes visits of one path, as browsers send them. */
export function writePageVisits(file: string, path: string, count: number): void {
  const visitOf = visitsBy(randomsOf(2))
  write(file, count, () => visitOf(path))
}

/** Generates requests of visitors, with randomly drawn browsers, addresses and referers. */
function visitsBy(random: () => number): (path: string) => string {
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value
  const addresses = clientAddresses(addressCount)
  return (path) => {
    const referer = random() < directShare ? '' : `Referer: ${pick(referers)}\r\n`
    return (
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n` +
      `User-Agent: ${pick(browsers)}\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8\r\n` +
      `Accept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br\r\n` +
      `${referer}X-Forwarded-For: ${pick(addresses)}\r\n\r\n`
    )
  }
}

/** Writes requests that each create a link. */
export function writeCreations(file: string, key: string, count: number): void {
  let index = 0
  write(file, count, () => {
    const { longUrl, title } = madeUpLink(index++)
    const body = JSON.stringify({ long_url: longUrl, title })
    return (
      `POST /v2/links HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nAccept: */*\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  })
}

/** Writes requests that each change the title of a link, taking the links in turn. */
export function writeUpdates(file: string, key: string, { links, codes, count }: Visits): void {
  const codeAt = strideOf({ links, codes })
  let index = 0
  write(file, count, () => {
    const body = JSON.stringify({ title: `Title ${index}` })
    return (
      `PUT /v2/links/${codeAt(index++ % codes)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Accept: */*\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  })
}

/** Writes requests for QR codes of links, in even steps through all of them: SVG, or PNG in different sizes. */
export function writePictures(file: string, format: 'svg' | 'png', { links, codes, count }: Visits): void {
  const codeAt = strideOf({ links, codes })
  let index = 0
  write(file, count, () => {
    const code = codeAt(index)
    const size = format === 'png' ? `?size=${leastWidth + (index % widths)}` : ''
    index++
    return `GET /${code}.${format}${size} HTTP/1.1\r\nHost: ${host}\r\nAccept: image/*,*/*;q=0.8\r\n\r\n`
  })
}

/** Writes one request that reads something with a credential. */
export function writeReadings(file: string, path: string, credential: string): void {
  write(
    file,
    1,
    () =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${credential}\r\nAccept: */*\r\n\r\n`,
  )
}

export interface ManyCredentials extends Visits {
  /** Used in turn. */
  keys: string[]
}

/** Writes requests that each read one link over the API, in even steps through all of them. */
export function writeLinkReadings(file: string, { keys, ...visits }: ManyCredentials): void {
  const code = strideOf(visits)
  let index = 0
  write(
    file,
    visits.count,
    () =>
      `GET /v2/links/${code(index)} HTTP/1.1\r\nHost: ${host}\r\n` +
      `Authorization: Bearer ${keys[index++ % keys.length]}\r\nAccept: */*\r\n\r\n`,
  )
}

/** Writes agent-tool messages that each call a tool with a link's code, or list the tools if `tool` is null. */
export function writeMessages(
  file: string,
  { keys, ...visits }: ManyCredentials,
  { tool, revision }: { tool: string | null; revision: '2025-11-25' | '2026-07-28' },
): void {
  const code = strideOf(visits)
  const isModern = revision === '2026-07-28'
  const method = tool === null ? 'tools/list' : 'tools/call'
  const standardHeaders = `Mcp-Method: ${method}\r\n${tool === null ? '' : `Mcp-Name: ${tool}\r\n`}`
  let index = 0
  write(file, visits.count, () => {
    const params = {
      ...(tool === null ? {} : { name: tool, arguments: { short: code(index) } }),
      ...(isModern ? { _meta: envelope } : {}),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: index, method, params })
    const key = keys[index++ % keys.length]
    return (
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Accept: application/json, text/event-stream\r\nMcp-Protocol-Version: ${revision}\r\n` +
      `${isModern ? standardHeaders : ''}Content-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  })
}

// Part of every request of the revision without a handshake.
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The code for the request with a number. */
function strideOf({ links, codes }: Omit<Visits, 'count'>): (index: number) => string {
  return (index) => codeOf(Math.floor(((index % codes) * links) / codes))
}

function write(file: string, count: number, make: () => string): void {
  writeFileSync(file, Array.from({ length: count }, make).join(separator))
}
