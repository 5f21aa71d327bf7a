// The export of all that an account has, as lines of JSON, in parts of bounded size. The face of the feature.
import { Refusal } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Call, Run } from '../../../platform/operations/handler.ts'
import { type Clock, utcDay } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Links } from '../../links/links/index.ts'
import type { Microsites } from '../../microsites/microsites/index.ts'
import { accountDataOf } from './account-data.ts'
import { ExportStore } from './store.ts'

export { csvFiles } from './csv-files.ts'

export interface Export {
  /** Such as `linnet-2026-11-21.ndjson`. */
  fileName: string
  /** NDJSON, some lines at a time. */
  parts: AsyncGenerator<string>
  /** To be called when it is over, however it ended. */
  end(): void
}

export interface ExportNeeds {
  microsites: Microsites
  db: Database
  clock: Clock
  clicks: Clicks
  links: Links
  run: Run
}

// Lines that are handed on together.
const linesAtOnce = 500

/**
 * Gives what begins an export: one at a time of each account and server, or a refusal with `rate_limited`. Between its
 * parts it asks whether whoever wants it may still have it, and throws where not.
 */
export function createExport({ db, clock, clicks, links, microsites, run }: ExportNeeds) {
  const store = new ExportStore(db)
  const busy = new Set<number>()

  async function* write(call: Call, isWelcome: () => Promise<boolean>): AsyncGenerator<string> {
    let lines = 0
    await clicks.settle(call.caller.userId)
    const needs = { store, links, microsites, run, keptSince: clicks.keptSince() }
    for await (const part of accountDataOf(needs, { ...call, now: clock.now() })) {
      if (!(await isWelcome())) throw new Refusal('unauthenticated', 'The session has ended.')
      for (let from = 0; from < part.length; from += linesAtOnce) {
        const some = part.slice(from, from + linesAtOnce)
        lines += some.length
        yield some.map((line) => `${JSON.stringify(line)}\n`).join('')
      }
    }
    // Without this line an export was cut off.
    yield `${JSON.stringify({ type: 'end', lines })}\n`
  }

  return {
    /** Every account that there is, in the order in which they came. */
    async *accounts(): AsyncGenerator<{ id: number; public_id: string; email: string }> {
      for (let after = 0; ; ) {
        const some = await store.accounts(after)
        const last = some.at(-1)
        if (!last) return
        yield* some
        after = last.id
      }
    },
    begin(call: Call, isWelcome: () => Promise<boolean>): Export {
      const { userId } = call.caller
      if (busy.has(userId))
        throw new Refusal(
          'rate_limited',
          'An export of this account is under way. Wait for it.',
          undefined,
          30,
        )
      busy.add(userId)
      let hasEnded = false
      const end = () => {
        if (!hasEnded) busy.delete(userId)
        hasEnded = true
      }
      return { end, fileName: `linnet-${utcDay(clock.now())}.ndjson`, parts: write(call, isWelcome) }
    },
  }
}
