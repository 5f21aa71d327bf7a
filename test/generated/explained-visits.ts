// Random links and visitors, to compare what `explain` says with what the redirect then does.
import type { Account, Answer, Instance } from '../instance.ts'

type Random = () => number

/** A generator of the same numbers each time, from 0 to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'curl/8.5.0',
]
const destinations = [
  'https://example.com/a',
  'https://example.com/?ref=own&y=1#z',
  'https://example.com/größe',
  // It looks like a well-known host, so that visitors see it first.
  'https://www.pаypal.com/signin',
]
/** Addresses with the country that the built-in database has for them. */
const places = [
  { address: '8.8.8.8', country: 'US' },
  { address: '202.134.0.155', country: 'ID' },
  { address: '10.0.0.1', country: null },
]
const languages = ['de-DE, en;q=0.8', 'en', 'pt-BR', '', 'id;q=0.5, de;q=0.9']
const referers = ['https://t.co/x', 'https://www.example.com/', '', 'nonsense']
const queries = ['', 'ref=news', 'ref=a&x=1', 'qr', 'qr&ref=news', 'via=poster&x=%20']

export interface GeneratedVisit {
  link: { body: Record<string, unknown>; adult: boolean; disposable: boolean; archived: boolean }
  visitor: {
    userAgent: string
    place: (typeof places)[number]
    language: string
    referer: string
    query: string
  }
}

function one<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value
}

function some<Value>(random: Random, values: readonly Value[]): Value[] {
  const chosen = values.filter(() => random() < 0.4)
  return chosen.length > 0 ? chosen : [one(random, values)]
}

function conditions(random: Random, now: number): object {
  const all: Record<string, () => unknown> = {
    os: () => some(random, ['ios', 'android', 'windows', 'linux', 'other']),
    device: () => some(random, ['desktop', 'mobile', 'bot', 'other']),
    browser: () => some(random, ['firefox', 'chrome', 'safari', 'googlebot']),
    country: () => some(random, ['US', 'ID', 'DE']),
    language: () => some(random, ['de', 'en', 'pt', 'id']),
    referer: () => some(random, ['t.co', 'example.com']),
    query: () => one(random, [{ ref: 'news' }, { ref: true }, { ref: ['a', 'b'] }, { x: true }]),
    scan: () => random() < 0.5,
    from: () => now + one(random, [-100, 100_000]),
    until: () => now + one(random, [100_001, 200_000]),
    days: () => some(random, ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
    hours: () =>
      one(random, [
        ['00:00', '12:00'],
        ['20:00', '06:00'],
        ['12:00', '23:59'],
      ]),
  }
  const names = Object.keys(all).filter(() => random() < 0.15)
  const zone = random() < 0.5 ? { time_zone: one(random, ['Europe/Berlin', 'Asia/Jakarta', 'UTC']) } : {}
  return { ...Object.fromEntries(names.map((name) => [name, all[name]?.()])), ...zone }
}

/** A link with any mix of settings, and a visitor; `now` in Unix seconds. */
export function generatedVisit(random: Random, now: number): GeneratedVisit {
  const maybe = (share: number, fields: () => object) => (random() < share ? fields() : {})
  const rules = Array.from({ length: Math.floor(random() * 4) }, (_, rule) => ({
    when: conditions(random, now),
    to: Array.from({ length: random() < 0.7 ? 1 : 3 }, (_, place) => ({
      long_url:
        random() < 0.1
          ? 'https://www.g00gle.com/nice'
          : `https://rule${rule}.example.com/${place}${one(random, ['', '?a=b', '?ref=own#c', 'ü'])}`,
      weight: 1 + Math.floor(random() * 5),
    })),
  }))
  const body = {
    long_url: random() < 0.9 ? one(random, destinations.slice(0, 3)) : one(random, destinations),
    rules,
    ...maybe(0.3, () => ({ forward_query: random() < 0.8 })),
    ...maybe(0.1, () => ({ starts_at: now + one(random, [-50, 5000]) })),
    ...maybe(0.15, () => ({ max_clicks: 1 + Math.floor(random() * 3) })),
    ...maybe(0.1, () => ({ expired_at: now + 100_000 })),
    ...maybe(0.3, () => ({
      ended_url: one(random, [
        'https://example.com/ended',
        'https://example.com/日本',
        'https://www.pаypal.com/',
      ]),
    })),
    ...maybe(0.2, () => ({ preview: { title: 'Card' } })),
    ...maybe(0.1, () => ({ password: 'sesame' })),
  }
  return {
    link: { body, adult: random() < 0.08, disposable: random() < 0.08, archived: random() < 0.05 },
    visitor: {
      userAgent: one(random, userAgents),
      place: one(random, places),
      language: one(random, languages),
      referer: one(random, referers),
      query: one(random, queries),
    },
  }
}

/** What happened to a visitor, and what `explain` had said. */
export interface Compared {
  /** Where the visitor may go; several places if they are shared. */
  explained: { locations: (string | null)[]; asks: boolean; asksSome: boolean; counted: boolean }
  did: { location: string | null; asks: boolean; counted: boolean }
}

/** Makes the link, asks what would happen, and then sends the visitor, who fills in every form as a browser would. */
export async function compare(
  instance: Instance,
  account: Account,
  { link, visitor }: GeneratedVisit,
): Promise<Compared> {
  const { short } = await account.link(link.body)
  const update = { ...(link.adult ? { adult: true } : {}), ...(link.disposable ? { disposable: true } : {}) }
  if (Object.keys(update).length > 0) await account.call(`PUT /links/${short}`, { body: update })
  if (link.archived) await account.call(`DELETE /links/${short}`)
  const { place, userAgent, language, referer, query } = visitor
  const described = {
    user_agent: userAgent,
    language,
    referer,
    query,
    ...(place.country ? { country: place.country } : {}),
  }
  const { data } = (await account.call(`POST /links/${short}/explain`, { body: described })).body
  const path = `/${short}${query ? `?${query}` : ''}`
  const headers = {
    'user-agent': userAgent,
    'x-forwarded-for': place.address,
    ...(language ? { 'accept-language': language } : {}),
  }
  const first = await instance.visit(path, { ...headers, ...(referer ? { referer } : {}) })
  const last = await throughForms(instance, path, headers, first)
  const split = data.split?.map(({ location }: { location: string }) => location)
  const asked = data.checks.filter(({ outcome }: { outcome: string }) => outcome === 'asked')
  // Of the visitors whom a split shares, only some see a warning.
  const rules = link.body.rules as { to: unknown[] }[]
  const isSplit = data.rule !== null && (rules[Number(data.rule.slice(4)) - 1]?.to.length ?? 0) > 1
  const asksSome = isSplit && asked.every(({ check }: { check: string }) => check === 'caution')
  return {
    explained: {
      locations: split ?? [data.destination],
      asks: asked.length > 0,
      asksSome,
      counted: data.counted,
    },
    did: {
      location: last.headers.get('location'),
      asks: isForm(first),
      counted: await isCounted(account, short),
    },
  }
}

function isForm({ status, text }: Answer): boolean {
  return status === 200 && text.includes('<form')
}

/** Sends the forms that come, without a referrer, because the pages ask browsers for none. */
async function throughForms(
  instance: Instance,
  path: string,
  headers: Record<string, string>,
  first: Answer,
): Promise<Answer> {
  let answer = first
  for (let page = 0; page < 3 && isForm(answer); page++) {
    const hidden = [...answer.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    const buttons = [...answer.text.matchAll(/<button[^>]* name="(\w+)" value="(\w+)"/g)]
    for (const [, name = '', value = ''] of buttons) fields[name] = value
    if (answer.text.includes('type="password"')) fields.password = 'sesame'
    answer = await instance.ask(`POST ${path}`, { headers, body: new URLSearchParams(fields) })
  }
  return answer
}

/** Whether the link has a click, of a person. */
async function isCounted(account: Account, short: string): Promise<boolean> {
  const { data } = (await account.call(`GET /links/${short}/stats/breakdown`)).body
  return data.devices.some(
    ({ name, clicks }: { name: string; clicks: number }) => name !== 'bot' && clicks === 1,
  )
}
