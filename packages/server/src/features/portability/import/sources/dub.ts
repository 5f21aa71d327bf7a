// Dub: responses of `GET /links` of its API, and the CSV that its Links page exports.
import type { Fields } from '../reading/records.ts'
import type { Protection, Source, SourceLink, SourceRule } from '../source-link.ts'
import { addressIn, countIn, flagIn, namesIn, stringIn, timeIn, withoutNulls } from '../values.ts'

export const dub: Source = {
  name: 'dub',
  title: 'Dub',
  recognizes: (has) =>
    has('url', 'key', 'domain') || has('url', 'shortlink') || has('destinationurl', 'shortlink'),
  link: (fields, now) => ({
    addresses: withoutNulls(addressOf(fields)),
    longUrl: stringIn(fields, 'url', 'destinationurl'),
    title: stringIn(fields, 'title'),
    createdAt: timeIn(fields, 'createdat'),
    settings: {
      expired_at: timeIn(fields, 'expiresat'),
      ended_url: stringIn(fields, 'expiredurl') || null,
      note: stringIn(fields, 'comments') || null,
    },
    rules: rulesOf(fields, now),
    card: cardOf(fields),
    tags: namesIn(fields, 'tags'),
    archived: stringIn(fields, 'disabledat') !== '',
    // Links that Dub archives still work there.
    hidden: flagIn(fields, 'archived'),
    protection: protectionOf(fields),
    clicks: countIn(fields, 'clicks'),
    notes: notesOn(fields),
  }),
}

function addressOf(fields: Fields) {
  const [domain, key] = [stringIn(fields, 'domain'), stringIn(fields, 'key')]
  if (domain && key) return { host: domain.toLowerCase(), code: key }
  return addressIn(stringIn(fields, 'shortlink', 'link'))
}

/** Its API returns passwords in plain text. */
function protectionOf(fields: Fields): Protection {
  const password = fields.get('password')
  return typeof password === 'string' && password !== '' ? { password } : null
}

/** In the order in which Dub asks: the phone's system, the country, and then the variants of a test that is running. */
function rulesOf(fields: Fields, now: number): SourceRule[] {
  const rules: SourceRule[] = []
  for (const os of ['ios', 'android']) {
    const long_url = stringIn(fields, os)
    if (long_url) rules.push({ when: { os: [os] }, to: [{ long_url }] })
  }
  const geo = fields.get('geo')
  const byCountry = typeof geo === 'object' && geo !== null ? Object.entries(geo) : []
  for (const [long_url, places] of Map.groupBy(byCountry, ([, address]) => address))
    rules.push({ when: { country: places.map(([country]) => country) }, to: [{ long_url }] })
  const variants = fields.get('testvariants')
  const hasEnded = (timeIn(fields, 'testcompletedat') ?? Number.POSITIVE_INFINITY) * 1000 <= now
  if (Array.isArray(variants) && variants.length > 0 && !hasEnded)
    rules.push({ when: {}, to: variants.map((one) => ({ long_url: one?.url, weight: one?.percentage })) })
  return rules
}

/** Without `proxy`, its title and description are those of the destination, which it shows nobody. */
function cardOf(fields: Fields): SourceLink['card'] {
  if (!flagIn(fields, 'proxy')) return null
  return { title: stringIn(fields, 'title'), description: stringIn(fields, 'description') }
}

function notesOn(fields: Fields): string[] {
  const notes: string[] = []
  if (flagIn(fields, 'proxy') && stringIn(fields, 'image'))
    notes.push('the picture of its card is not imported')
  if (flagIn(fields, 'rewrite')) notes.push('cloaking is not imported: it redirects')
  return notes
}
