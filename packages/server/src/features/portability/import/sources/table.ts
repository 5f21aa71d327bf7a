// Any other table or list of records, with the column names that people and programs use, Linnet's own included.
import { withoutApostrophe } from '../../../../platform/files/csv.ts'
import type { Fields } from '../reading/records.ts'
import type { Source } from '../source-link.ts'
import { addressIn, countIn, dayIn, flagIn, stringIn, timeIn, withoutNulls } from '../values.ts'

const destinations = [
  ...['longurl', 'destinationurl', 'destination', 'longlink', 'originalurl', 'targeturl', 'target'],
  ...['redirecturl', 'redirectto', 'url', 'to'],
]
const addresses = ['shorturl', 'shortlink', 'shortenedurl', 'shortaddress', 'link']
const codes = [
  'code',
  'short',
  'shortcode',
  'slug',
  'customslug',
  'alias',
  'keyword',
  'backhalf',
  'key',
  'path',
]

export const table: Source = {
  name: 'csv',
  title: 'a table',
  recognizes: (has) => destinations.some((name) => has(name)),
  link(fields) {
    const isBlocked = stringIn(fields, 'blockedat') !== ''
    const status = stringIn(fields, 'status').toLowerCase()
    return {
      addresses: withoutNulls(addressOf(fields)),
      longUrl: stringIn(fields, ...destinations),
      title: withoutApostrophe(stringIn(fields, 'title', 'name', 'label', 'description')),
      createdAt: timeIn(
        fields,
        'createdat',
        'created',
        'datecreated',
        'createddate',
        'creationdate',
        'timestamp',
        'date',
      ),
      expiredAt: timeIn(
        fields,
        'expiredat',
        'expiresat',
        'expires',
        'expiry',
        'expirydate',
        'expirationdate',
      ),
      archived:
        isBlocked ||
        stringIn(fields, 'archivedat') !== '' ||
        flagIn(fields, 'archived') ||
        /^(?:archived|consumed)$/.test(status),
      archiveAt: dayIn(fields, 'archiveat'),
      disposable: flagIn(fields, 'disposable'),
      adult: flagIn(fields, 'adult'),
      protection: flagIn(fields, 'haspassword') ? 'unknown' : null,
      clicks: countIn(
        fields,
        'clicks',
        'visits',
        'visitcount',
        'hits',
        'clickcount',
        'totalclicks',
        'engagements',
      ),
      notes: isBlocked ? ['was blocked there: it comes archived'] : [],
    }
  },
}

function addressOf(fields: Fields) {
  const address = addressIn(stringIn(fields, ...addresses))
  const code = stringIn(fields, ...codes).replace(/^\/+/, '')
  if (code === '') return address
  const host = stringIn(fields, 'domain', 'host', 'hostname').toLowerCase() || address?.host
  return { host: host ?? null, code }
}
