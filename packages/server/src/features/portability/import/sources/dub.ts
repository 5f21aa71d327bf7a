// Dub: responses of `GET /links` of its API, and the CSV that its Links page exports.
import type { Fields } from '../reading/records.ts'
import type { Protection, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, stringIn, timeIn, withoutNulls } from '../values.ts'

export const dub: Source = {
  name: 'dub',
  title: 'Dub',
  recognizes: (has) =>
    has('url', 'key', 'domain') || has('url', 'shortlink') || has('destinationurl', 'shortlink'),
  link: (fields) => ({
    addresses: withoutNulls(addressOf(fields)),
    longUrl: stringIn(fields, 'url', 'destinationurl'),
    title: stringIn(fields, 'title'),
    createdAt: timeIn(fields, 'createdat'),
    settings: { expired_at: timeIn(fields, 'expiresat') },
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

function notesOn(fields: Fields): string[] {
  const notes: string[] = []
  const geo = fields.get('geo')
  const byCountry = typeof geo === 'object' && geo !== null && Object.keys(geo).length > 0
  if (byCountry || stringIn(fields, 'ios', 'android'))
    notes.push('destinations by country or device are not imported')
  if (stringIn(fields, 'expiredurl')) notes.push('the destination after the expiry is not imported')
  if (flagIn(fields, 'rewrite')) notes.push('cloaking is not imported: it redirects')
  return notes
}
