// Shlink: responses of `GET /rest/v3/short-urls`, and the CSV that its web client exports.
import type { Fields } from '../reading/records.ts'
import { plainName } from '../reading/records.ts'
import type { Source, SourceLink } from '../source-link.ts'
import { addressIn, countIn, stringIn, timeIn, timeOf, withoutNulls } from '../values.ts'

export const shlink: Source = {
  name: 'shlink',
  title: 'Shlink',
  recognizes: (has) => has('shortcode', 'longurl') || has('shorturl', 'longurl', 'visits'),
  link(fields, now) {
    const clicks =
      countIn(fieldsWithin(fields, 'visitssummary'), 'total') || countIn(fields, 'visitscount', 'visits')
    return {
      addresses: withoutNulls(addressOf(fields)),
      longUrl: stringIn(fields, 'longurl'),
      title: stringIn(fields, 'title'),
      createdAt: timeIn(fields, 'datecreated', 'createdat'),
      clicks,
      ...limitsOf(fieldsWithin(fields, 'meta'), clicks, now),
    }
  },
}

/** The whole address also has the host of the default domain, which Shlink leaves out of the field `domain`. */
function addressOf(fields: Fields) {
  const code = stringIn(fields, 'shortcode')
  const address = addressIn(stringIn(fields, 'shorturl'))
  if (code === '') return address
  return { host: stringIn(fields, 'domain').toLowerCase() || address?.host || null, code }
}

function limitsOf(meta: Fields, clicks: number, now: number): Partial<SourceLink> {
  const settings = { expired_at: timeOf(stringIn(meta, 'validuntil')) }
  const since = timeOf(stringIn(meta, 'validsince'))
  const most = countIn(meta, 'maxvisits')
  if (since !== null && since * 1000 > now)
    return {
      refusal: 'starts in the future, which is not supported here: import it again once it has started',
    }
  if (most === 0) return { settings }
  if (clicks >= most)
    return { settings, archived: true, notes: ['has reached its visit limit: it is archived here'] }
  if (most === 1) return { settings: { ...settings, disposable: true } }
  return { settings, notes: [`its visit limit is not imported: it had ${most}`] }
}

/** The fields of a nested object. */
function fieldsWithin(fields: Fields, name: string): Fields {
  const value = fields.get(name)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(entries.map(([key, one]) => [plainName(key), one]))
}
