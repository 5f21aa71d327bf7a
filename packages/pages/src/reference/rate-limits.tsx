// The section on rate limits, and how to know when to wait.
import { Sample } from './operation.tsx'
import { Table } from './tables.tsx'

const headers = [
  {
    name: 'RateLimit-Policy',
    cell: 'The limits that apply to you, and the window of each in seconds.',
  },
  { name: 'RateLimit', cell: 'The requests left, and the seconds until more are available.' },
  { name: 'X-RateLimit-Limit', cell: 'Requests allowed in one window.' },
  { name: 'X-RateLimit-Remaining', cell: 'Requests left in the current window.' },
  { name: 'X-RateLimit-Reset', cell: 'Seconds until the window ends.' },
  { name: 'Retry-After', cell: 'Only on a 429: after this many seconds, the next request is allowed.' },
]

export const RateLimits = () => (
  <section id="rate-limits">
    <div class="told">
      <h2>Rate limits</h2>
      <p>
        Each credential may send only so many requests in any 60 seconds; the plan of the account says how
        many. Every response tells where you stand, so that a client can slow down before it is refused.
      </p>
      <Table heads={['Header', 'Meaning']} rows={headers} />
    </div>
    <div class="shown">
      <Sample title="When refused" code={'HTTP/1.1 429 Too Many Requests\nRetry-After: 12'} />
    </div>
  </section>
)
