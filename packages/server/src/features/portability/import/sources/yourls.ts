// YOURLS: its `yourls_url` table as CSV or as a MySQL dump, responses of `action=stats` of its API, and the CSV of the
// plugin Import Export.
import type { Fields } from '../reading/records.ts'
import type { Address, Source } from '../source-link.ts'
import { addressIn, countIn, stringIn, timeIn, withoutNulls } from '../values.ts'

export const yourls: Source = {
  name: 'yourls',
  title: 'YOURLS',
  recognizes: (has, format) =>
    format === 'sql' ||
    has('keyword', 'url') ||
    has('shorturl', 'url', 'timestamp') ||
    has('source', 'target', 'hits'),
  link: (fields) => ({
    addresses: withoutNulls(addressOf(fields)),
    longUrl: stringIn(fields, 'url', 'target'),
    title: stringIn(fields, 'title'),
    createdAt: timeIn(fields, 'timestamp'),
    clicks: countIn(fields, 'clicks', 'hits'),
  }),
}

function addressOf(fields: Fields): Address | null {
  const keyword = stringIn(fields, 'keyword') || stringIn(fields, 'source').replace(/^\/|\/$/g, '')
  if (keyword) return { host: null, code: keyword }
  const address = addressIn(stringIn(fields, 'shorturl'))
  // YOURLS may be installed in a folder, and its keywords have no slash.
  return address && { ...address, code: address.code.split('/').at(-1) ?? '' }
}
