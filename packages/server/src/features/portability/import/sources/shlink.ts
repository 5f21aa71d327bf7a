// Shlink: responses of `GET /rest/v3/short-urls`, with the rules of each as `redirectRules` if they were added, and the CSV that
// its web client exports.
import type { Fields } from '../reading/records.ts'
import { plainName } from '../reading/records.ts'
import type { Source, SourceLink } from '../source-link.ts'
import { addressIn, countIn, flagIn, namesIn, stringIn, timeIn, timeOf, withoutNulls } from '../values.ts'
import { shlinkRules } from './shlink-rules.ts'

export const shlink: Source = {
  name: 'shlink',
  title: 'Shlink',
  recognizes: (has) => has('shortcode', 'longurl') || has('shorturl', 'longurl', 'visits'),
  link(fields) {
    const clicks =
      countIn(fieldsWithin(fields, 'visitssummary'), 'total') || countIn(fields, 'visitscount', 'visits')
    return {
      addresses: withoutNulls(addressOf(fields)),
      longUrl: stringIn(fields, 'longurl'),
      title: stringIn(fields, 'title'),
      createdAt: timeIn(fields, 'datecreated', 'createdat'),
      tags: namesIn(fields, 'tags'),
      clicks,
      ...limitsOf(fields, clicks),
      ...rulesOf(fields),
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

/** Its limit counts all visits since it was created. */
function limitsOf(fields: Fields, clicks: number): Pick<SourceLink, 'settings' | 'clicksUsed'> {
  const meta = fieldsWithin(fields, 'meta')
  const most = countIn(meta, 'maxvisits')
  return {
    settings: {
      expired_at: timeOf(stringIn(meta, 'validuntil')),
      starts_at: timeOf(stringIn(meta, 'validsince')),
      max_clicks: most || null,
      ...(fields.has('forwardquery') ? { forward_query: flagIn(fields, 'forwardquery') } : {}),
    },
    clicksUsed: clicks,
  }
}

/** Its list only says whether there are rules; they are in a field that people add from another request. */
function rulesOf(fields: Fields): Pick<SourceLink, 'rules' | 'notes'> {
  if (fields.has('redirectrules')) return shlinkRules(fields.get('redirectrules'))
  const isMissing = flagIn(fields, 'hasredirectrules')
  return { rules: [], notes: isMissing ? ['its redirect rules are not in the file'] : [] }
}

/** The fields of a nested object. */
function fieldsWithin(fields: Fields, name: string): Fields {
  const value = fields.get(name)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(entries.map(([key, one]) => [plainName(key), one]))
}
