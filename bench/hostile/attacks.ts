// Attacks by one account, or by anonymous clients, which must not delay anyone else.
import { writeFileSync } from 'node:fs'
import { host } from '../data/requests.ts'
import { separator } from '../load.ts'
import { must, requestsFile, type Stage } from './stage.ts'

export interface Attack {
  name: string
  /** What is sent, in a few words. */
  what: string
  /** Prepares the attack, and returns the requests that are sent repeatedly over all connections. */
  requests(stage: Stage): Promise<string[]>
}

// A host that is far too long, which an older version without a limit may have stored.
const longHost = `${'a.'.repeat(3_900)}example`
// Nearly the longest that is accepted (252 of 253 characters): 125 labels of one letter, and one of two.
const longestHost = `${'a.'.repeat(125)}ab`
const pageSlug = 'hostile-page'
const differentRequests = 2_000
const endpoints = 100

/** How the destination of a stored component is made hostile: a string in it, and its replacement. */
export const stored = { honest: 'https://honest.example/', hostile: `https://${longHost}/` }

/** Creates the page whose taps go to the stored destinations. */
export async function makePage(stage: Stage): Promise<void> {
  await must(stage, 'POST', '/v2/microsites', { slug: pageSlug, title: 'A page', kind: 'other' })
  for (let number = 0; number < 20; number++)
    await must(stage, 'POST', `/v2/microsites/${pageSlug}/components`, {
      kind: 'LINK',
      data: { value: 'Tap', href: stored.honest },
    })
}

export const attacks: Attack[] = [
  {
    name: 'QR logos',
    what: 'logos whose files are slow to parse: about a mebibyte of comments, of a single word, of spaces, of nested groups, or of one-byte blocks in a GIF',
    async requests({ keys, files }) {
      const names = ['comments', 'doctype', 'blanks', 'nested', 'gif']
      return repeated((number) => {
        const logo = `${files}/${names[number % names.length]}/${number}`
        return request('PUT', '/v2/qr', keys[0], { logo })
      })
    },
  },
  {
    name: 'taps on long hosts',
    what: 'taps on a page whose destinations have hosts of 3,900 labels, stored before hosts were limited; with a block list',
    async requests(stage) {
      const components = await must(stage, 'GET', `/v2/microsites/${pageSlug}/components`)
      const ids = (components as unknown as { id: string }[]).map(({ id }) => id)
      return repeated((number) => request('GET', `/${pageSlug}/${ids[number % ids.length]}`))
    },
  },
  {
    name: 'bulk creation with long hosts',
    what: 'a hundred links per request, half of them with hosts of 3,900 labels, half with the longest allowed hosts; with a block list',
    async requests({ keys }) {
      return repeated(
        (number) => {
          const links = Array.from({ length: 100 }, (_, item) => ({
            long_url: `https://${item % 2 === 0 ? longHost : longestHost}/${number}/${item}`,
          }))
          return request('POST', '/v2/links/bulk', keys[number % keys.length], { links })
        },
        // Only a few, because each request is 400 KB long.
        20,
      )
    },
  },
  {
    name: 'clicks for many webhooks',
    what: `clicks and scans of a link whose account has subscribed ${endpoints} webhooks, all of which answer 404`,
    async requests(stage) {
      const link = await must(stage, 'POST', '/v2/links', { long_url: stored.honest })
      for (let number = 0; number < endpoints; number++)
        // Subscriptions beyond the limit are refused, which is fine.
        await fetch(`http://127.0.0.1:${stage.server.port}/v2/integrations/automation/webhook/subscribe`, {
          method: 'POST',
          headers: {
            host,
            authorization: `Bearer ${stage.keys[number % stage.keys.length]}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            url: `${stage.files}/nothing/${number}`,
            events: ['link.clicked', 'qr.scanned'],
          }),
        })
      return repeated(() => request('GET', `/${link.short}?qr`))
    },
  },
  {
    name: 'reading by one account',
    what: 'one account that uses all of its keys for searches, lists and statistics',
    async requests({ keys }) {
      const paths = [
        '/v2/links?search=aaa',
        '/v2/links?limit=100&page=50',
        '/v2/stats?additional=true',
        '/v2/links?status=all',
      ]
      return repeated((number) =>
        request('GET', paths[number % paths.length] as string, keys[number % keys.length]),
      )
    },
  },
  {
    name: 'creating by one account',
    what: 'one account that uses all of its keys to create links, one per request',
    async requests({ keys }) {
      return repeated((number) =>
        request('POST', '/v2/links', keys[number % keys.length], { long_url: `${stored.honest}${number}` }),
      )
    },
  },
  {
    name: 'guessing a password',
    what: 'wrong passwords for one link, each from a different forged address',
    async requests(stage) {
      const link = await must(stage, 'POST', '/v2/links', { long_url: stored.honest, password: 'right' })
      return repeated((number) => {
        const body = `password=wrong${number}`
        const address = `2001:db8:${(number % 65_536).toString(16)}:${(number >> 4).toString(16)}::1`
        return (
          `POST /${link.short} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        )
      })
    },
  },
]

function repeated(make: (number: number) => string, count = differentRequests): string[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

function request(method: string, path: string, key?: string, body?: unknown): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: */*']
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`)
  const text = body === undefined ? '' : JSON.stringify(body)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Writes the requests of an attack to a file for the load. */
export async function writeAttack(attack: Attack, stage: Stage): Promise<string> {
  const file = requestsFile(stage.folder, attack.name.replaceAll(' ', '-'))
  writeFileSync(file, (await attack.requests(stage)).join(separator))
  return file
}
