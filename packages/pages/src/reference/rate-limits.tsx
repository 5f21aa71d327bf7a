// The section on rate limits, and how to know when to wait.
import { Sample } from './operation.tsx'
import { Table } from './tables.tsx'

const headers = [
  {
    name: 'RateLimit-Policy',
    cell: 'The limits that hold for you, and the seconds over which each is counted.',
  },
  { name: 'RateLimit', cell: 'What is left of them, and the seconds until there is more.' },
  { name: 'X-RateLimit-Limit', cell: 'Requests that you may send in one window.' },
  { name: 'X-RateLimit-Remaining', cell: 'Requests that are left in this one.' },
  { name: 'X-RateLimit-Reset', cell: 'Seconds until the window is over.' },
  { name: 'Retry-After', cell: 'On a 429 only: wait this many seconds, and the next request is admitted.' },
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
