// Shlink: what `GET /rest/v3/short-urls` answers, and the CSV that its web client exports.
import type { Fields } from '../reading/records.ts'
import { plainName } from '../reading/records.ts'
import type { Source, SourceLink } from '../source-link.ts'
import { addressIn, countIn, present, textIn, timeIn, timeOf } from '../values.ts'

export const shlink: Source = {
  name: 'shlink',
  title: 'Shlink',
  claims: (has) => has('shortcode', 'longurl') || has('shorturl', 'longurl', 'visits'),
  link(fields, now) {
    const clicks =
      countIn(within(fields, 'visitssummary'), 'total') || countIn(fields, 'visitscount', 'visits')
    return {
      addresses: present(addressOf(fields)),
      longUrl: textIn(fields, 'longurl'),
      title: textIn(fields, 'title'),
      createdAt: timeIn(fields, 'datecreated', 'createdat'),
      clicks,
      ...limitsOf(within(fields, 'meta'), clicks, now),
    }
  },
}

/** The whole address knows the host also where the domain is the default one, of which Shlink says nothing. */
function addressOf(fields: Fields) {
  const code = textIn(fields, 'shortcode')
  const address = addressIn(textIn(fields, 'shorturl'))
  if (code === '') return address
  return { host: textIn(fields, 'domain').toLowerCase() || address?.host || null, code }
}

function limitsOf(meta: Fields, clicks: number, now: number): Partial<SourceLink> {
  const expiredAt = timeOf(textIn(meta, 'validuntil'))
  const since = timeOf(textIn(meta, 'validsince'))
  const most = countIn(meta, 'maxvisits')
  if (since !== null && since * 1000 > now)
    return { refusal: 'starts in the future, which links here cannot: import it again when it has begun' }
  if (most === 0) return { expiredAt }
  if (clicks >= most)
    return { expiredAt, archived: true, notes: ['has had all its visits: it comes archived'] }
  if (most === 1) return { expiredAt, disposable: true }
  return { expiredAt, notes: [`a limit of visits is not kept: it had ${most}`] }
}

/** What stands in a field of its own. */
function within(fields: Fields, name: string): Fields {
  const value = fields.get(name)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(entries.map(([key, one]) => [plainName(key), one]))
}
