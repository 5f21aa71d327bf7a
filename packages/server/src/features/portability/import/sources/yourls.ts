// YOURLS: its `yourls_url` table as CSV or as a dump of MySQL, what `action=stats` of its API answers, and the CSV of the
// plugin Import Export.
import type { Fields } from '../reading/records.ts'
import type { Address, Source } from '../source-link.ts'
import { addressIn, countIn, present, textIn, timeIn } from '../values.ts'

export const yourls: Source = {
  name: 'yourls',
  title: 'YOURLS',
  claims: (has, format) =>
    format === 'sql' ||
    has('keyword', 'url') ||
    has('shorturl', 'url', 'timestamp') ||
    has('source', 'target', 'hits'),
  link: (fields) => ({
    addresses: present(addressOf(fields)),
    longUrl: textIn(fields, 'url', 'target'),
    title: textIn(fields, 'title'),
    createdAt: timeIn(fields, 'timestamp'),
    clicks: countIn(fields, 'clicks', 'hits'),
  }),
}

function addressOf(fields: Fields): Address | null {
  const keyword = textIn(fields, 'keyword') || textIn(fields, 'source').replace(/^\/|\/$/g, '')
  if (keyword) return { host: null, code: keyword }
  const address = addressIn(textIn(fields, 'shorturl'))
  // YOURLS may live in a folder, and no keyword of it has a slash.
  return address && { ...address, code: address.code.split('/').at(-1) ?? '' }
}
