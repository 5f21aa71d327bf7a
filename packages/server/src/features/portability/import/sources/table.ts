// Any other table or list of records: the columns by the names that people and programs give them, Linnet's own among them.
import { withoutApostrophe } from '../../../../platform/files/csv.ts'
import type { Fields } from '../reading/records.ts'
import type { Source } from '../source-link.ts'
import { addressIn, countIn, dayIn, flagIn, present, textIn, timeIn } from '../values.ts'

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
  claims: (has) => destinations.some((name) => has(name)),
  link(fields) {
    const isBlocked = textIn(fields, 'blockedat') !== ''
    const status = textIn(fields, 'status').toLowerCase()
    return {
      addresses: present(addressOf(fields)),
      longUrl: textIn(fields, ...destinations),
      title: withoutApostrophe(textIn(fields, 'title', 'name', 'label', 'description')),
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
        textIn(fields, 'archivedat') !== '' ||
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
  const address = addressIn(textIn(fields, ...addresses))
  const code = textIn(fields, ...codes).replace(/^\/+/, '')
  if (code === '') return address
  const host = textIn(fields, 'domain', 'host', 'hostname').toLowerCase() || address?.host
  return { host: host ?? null, code }
}
