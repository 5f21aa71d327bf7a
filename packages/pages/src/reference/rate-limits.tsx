// The section on rate limits, and how to know when to wait.
import type { OpenApiDocument } from './openapi-document.ts'
import { Sample } from './operation.tsx'
import { Inline } from './prose.tsx'
import { Table } from './tables.tsx'

/** The document describes all headers together. */
const isAboutLimits = (name: string) => /ratelimit|retry-after/i.test(name)

export const RateLimits = ({ document }: { document: OpenApiDocument }) => (
  <section id="rate-limits">
    <div class="told">
      <h2>Rate limits</h2>
      <p>
        The plan of the account defines how many requests each credential may send in any 60 seconds. Every
        response reports how many are left, so that a client can slow down before a request is refused.
      </p>
      <Table
        heads={['Header', 'Meaning']}
        rows={Object.entries(document.components?.headers ?? {})
          .filter(([name]) => isAboutLimits(name))
          .map(([name, { description = '' }]) => ({ name, cell: <Inline text={description} /> }))}
      />
    </div>
    <div class="shown">
      <Sample title="Limit reached" code={'HTTP/1.1 429 Too Many Requests\nRetry-After: 12'} />
    </div>
  </section>
)
