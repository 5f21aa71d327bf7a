// Kutt: responses of `GET /api/v2/links`, and its `links` table as CSV.
import type { Fields } from '../reading/records.ts'
import type { Protection, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, stringIn, timeIn, withoutNulls } from '../values.ts'

export const kutt: Source = {
  name: 'kutt',
  title: 'Kutt',
  recognizes: (has) => has('address', 'target', 'visitcount'),
  link(fields) {
    const isBanned = flagIn(fields, 'banned')
    return {
      addresses: withoutNulls(addressOf(fields)),
      longUrl: stringIn(fields, 'target'),
      title: stringIn(fields, 'description'),
      createdAt: timeIn(fields, 'createdat'),
      settings: { expired_at: timeIn(fields, 'expirein') },
      archived: isBanned,
      protection: protectionOf(fields),
      clicks: countIn(fields, 'visitcount'),
      notes: isBanned ? ['was banned there: it is archived here'] : [],
    }
  },
}

/** The table has the domain's name only if the query that exported it has joined it. The API has the whole address. */
function addressOf(fields: Fields) {
  const code = stringIn(fields, 'address')
  const host = stringIn(fields, 'domain') || addressIn(stringIn(fields, 'link'))?.host
  return code === '' ? null : { host: host?.toLowerCase() ?? null, code }
}

// Kutt uses a cost of 12. Higher costs are refused, because each check would keep a core busy for seconds.
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** The table has bcrypt hashes, which can be checked here too. The API only says whether there is a password. */
function protectionOf(fields: Fields): Protection {
  const password = stringIn(fields, 'password')
  if (bcrypt.test(password)) return { hash: password }
  return flagIn(fields, 'password') || password.startsWith('$') ? 'unknown' : null
}
