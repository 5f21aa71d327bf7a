// The section on rate limits, and how to know when to wait.
import { Sample } from './operation.tsx'
import { Table } from './tables.tsx'

const headers = [
  {
    name: 'RateLimit-Policy',
    cell: 'The limits that apply to the credential, and the window of each in seconds.',
  },
  { name: 'RateLimit', cell: 'Requests left, and seconds until the next one is available.' },
  { name: 'X-RateLimit-Limit', cell: 'Requests allowed in any 60 seconds.' },
  { name: 'X-RateLimit-Remaining', cell: 'Requests left.' },
  { name: 'X-RateLimit-Reset', cell: 'Seconds until another request is available.' },
  { name: 'Retry-After', cell: 'Seconds to wait before the next request. Only in a 429 response.' },
]

export const RateLimits = () => (
  <section id="rate-limits">
    <div class="told">
      <h2>Rate limits</h2>
      <p>
        The plan of the account defines how many requests each credential may send in any 60 seconds. Every
        response reports how many are left, so that a client can slow down before a request is refused.
      </p>
      <Table heads={['Header', 'Meaning']} rows={headers} />
    </div>
    <div class="shown">
      <Sample title="Limit reached" code={'HTTP/1.1 429 Too Many Requests\nRetry-After: 12'} />
    </div>
  </section>
)
