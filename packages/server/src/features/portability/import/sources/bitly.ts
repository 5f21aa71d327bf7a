// Bitly: what `GET /v4/groups/{group_guid}/bitlinks` answers, and the CSV that its Links page exports.
import type { Fields } from '../reading/records.ts'
import type { Address, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, present, textIn, timeIn } from '../values.ts'

export const bitly: Source = {
  name: 'bitly',
  title: 'Bitly',
  claims: (has) =>
    has('longurl', 'custombitlinks') ||
    has('longurl', 'link', 'createdat') ||
    has('destinationurl', 'link', 'engagements') ||
    has('destinationurl', 'customlink'),
  link: (fields) => ({
    addresses: addressesIn(fields),
    longUrl: textIn(fields, 'longurl', 'destinationurl'),
    title: textIn(fields, 'title'),
    createdAt: timeIn(fields, 'createdat', 'datecreated', 'created'),
    // What Bitly hides, or called archived before, goes on leading to its destination.
    hidden: flagIn(fields, 'archived') || /^(?:hidden|archived)$/i.test(textIn(fields, 'status')),
    clicks: countIn(fields, 'clicks', 'engagements', 'totalclicks', 'totalengagements'),
    notes: hasMore(fields, 'deeplinks') ? ['deep links of apps are not kept'] : [],
  }),
}

/** Those of the owner's domains come first: people use them, and bit.ly cannot move. */
function addressesIn(fields: Fields): Address[] {
  const custom = fields.get('custombitlinks')
  const named = Array.isArray(custom)
    ? custom.filter((one) => typeof one === 'string')
    : [textIn(fields, 'customlink')]
  return present(...named.map(addressIn), addressIn(textIn(fields, 'link', 'bitlink', 'id')))
}

function hasMore(fields: Fields, name: string): boolean {
  const value = fields.get(name)
  return Array.isArray(value) && value.length > 0
}
