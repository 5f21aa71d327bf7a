// Dub: what `GET /links` of its API answers, and the CSV that its Links page exports.
import type { Fields } from '../reading/records.ts'
import type { Protection, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, present, textIn, timeIn } from '../values.ts'

export const dub: Source = {
  name: 'dub',
  title: 'Dub',
  claims: (has) =>
    has('url', 'key', 'domain') || has('url', 'shortlink') || has('destinationurl', 'shortlink'),
  link: (fields) => ({
    addresses: present(addressOf(fields)),
    longUrl: textIn(fields, 'url', 'destinationurl'),
    title: textIn(fields, 'title'),
    createdAt: timeIn(fields, 'createdat'),
    expiredAt: timeIn(fields, 'expiresat'),
    archived: textIn(fields, 'disabledat') !== '',
    // What Dub calls archived goes on leading to its destination.
    hidden: flagIn(fields, 'archived'),
    protection: protectionOf(fields),
    clicks: countIn(fields, 'clicks'),
    notes: notesOn(fields),
  }),
}

function addressOf(fields: Fields) {
  const [domain, key] = [textIn(fields, 'domain'), textIn(fields, 'key')]
  if (domain && key) return { host: domain.toLowerCase(), code: key }
  return addressIn(textIn(fields, 'shortlink', 'link'))
}

/** Its API gives passwords as they are. */
function protectionOf(fields: Fields): Protection {
  const password = fields.get('password')
  return typeof password === 'string' && password !== '' ? { password } : null
}

function notesOn(fields: Fields): string[] {
  const notes: string[] = []
  const geo = fields.get('geo')
  const byPlace = typeof geo === 'object' && geo !== null && Object.keys(geo).length > 0
  if (byPlace || textIn(fields, 'ios', 'android'))
    notes.push('destinations by country or device are not kept')
  if (textIn(fields, 'expiredurl')) notes.push('the destination after the expiry is not kept')
  if (flagIn(fields, 'rewrite')) notes.push('cloaking is not kept: it redirects')
  return notes
}
