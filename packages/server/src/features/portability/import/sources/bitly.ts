// Bitly: responses of `GET /v4/groups/{group_guid}/bitlinks`, and the CSV that its Links page exports.
import type { Fields } from '../reading/records.ts'
import type { Address, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, namesIn, stringIn, timeIn, withoutNulls } from '../values.ts'

export const bitly: Source = {
  name: 'bitly',
  title: 'Bitly',
  recognizes: (has) =>
    has('longurl', 'custombitlinks') ||
    has('longurl', 'link', 'createdat') ||
    has('destinationurl', 'link', 'engagements') ||
    has('destinationurl', 'customlink'),
  link: (fields) => ({
    addresses: addressesIn(fields),
    longUrl: stringIn(fields, 'longurl', 'destinationurl'),
    title: stringIn(fields, 'title'),
    tags: namesIn(fields, 'tags'),
    createdAt: timeIn(fields, 'createdat', 'datecreated', 'created'),
    // Links that Bitly hides (or archives, as it used to be called) still work there.
    hidden: flagIn(fields, 'archived') || /^(?:hidden|archived)$/i.test(stringIn(fields, 'status')),
    clicks: countIn(fields, 'clicks', 'engagements', 'totalclicks', 'totalengagements'),
    notes: hasMore(fields, 'deeplinks') ? ['deep links to apps are not imported'] : [],
  }),
}

/** Addresses on the owner's domains come first: people use them, and bit.ly can't be moved. */
function addressesIn(fields: Fields): Address[] {
  const custom = fields.get('custombitlinks')
  const named = Array.isArray(custom)
    ? custom.filter((one) => typeof one === 'string')
    : [stringIn(fields, 'customlink')]
  return withoutNulls(...named.map(addressIn), addressIn(stringIn(fields, 'link', 'bitlink', 'id')))
}

function hasMore(fields: Fields, name: string): boolean {
  const value = fields.get(name)
  return Array.isArray(value) && value.length > 0
}
