// Kutt: what `GET /api/v2/links` answers, and its `links` table as CSV.
import type { Fields } from '../reading/records.ts'
import type { Protection, Source } from '../source-link.ts'
import { addressIn, countIn, flagIn, present, textIn, timeIn } from '../values.ts'

export const kutt: Source = {
  name: 'kutt',
  title: 'Kutt',
  claims: (has) => has('address', 'target', 'visitcount'),
  link(fields) {
    const isBanned = flagIn(fields, 'banned')
    return {
      addresses: present(addressOf(fields)),
      longUrl: textIn(fields, 'target'),
      title: textIn(fields, 'description'),
      createdAt: timeIn(fields, 'createdat'),
      expiredAt: timeIn(fields, 'expirein'),
      archived: isBanned,
      protection: protectionOf(fields),
      clicks: countIn(fields, 'visitcount'),
      notes: isBanned ? ['was banned there: it comes archived'] : [],
    }
  },
}

/** The table has the domain's name only where the query that wrote it has joined it; the API has the whole address. */
function addressOf(fields: Fields) {
  const code = textIn(fields, 'address')
  const host = textIn(fields, 'domain') || addressIn(textIn(fields, 'link'))?.host
  return code === '' ? null : { host: host?.toLowerCase() ?? null, code }
}

// A cost that would keep a core busy for seconds with each try is no password hash of Kutt's, which has 12.
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** The table has bcrypt hashes, which can be checked here as well; the API says no more than that there is one. */
function protectionOf(fields: Fields): Protection {
  const password = textIn(fields, 'password')
  if (bcrypt.test(password)) return { hash: password }
  return flagIn(fields, 'password') || password.startsWith('$') ? 'unknown' : null
}
