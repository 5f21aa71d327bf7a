// The SQL of reports of abuse.
import { type Database, within } from '../../db/database.ts'
import type { ReportTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'
import { firstOwner } from '../identity/workspaces/index.ts'

export type ReportRow = ReportTable

/** Where the link led when it was reported, its `long_url` first; null for a microsite. */
export function reportedDestinations({
  destination,
  other_destinations,
}: Pick<ReportRow, 'destination' | 'other_destinations'>): string[] | null {
  if (destination === null) return null
  return [destination, ...(other_destinations === null ? [] : (JSON.parse(other_destinations) as string[]))]
}

export interface Closing {
  closed_at: number
  outcome: string
  closed_by: string
  note: string | null
}

export class ReportStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Lets a reporter's reports proceed one at a time. */
  lock(tx: Tx, reporter: string): Promise<void> {
    return this.db.lock(tx, [`report:${reporter}`])
  }

  /** How many reports a reporter has sent, and how many open ones there are about the same target. */
  async counts(
    tx: Tx,
    { reporter, link_id, microsite_id }: Pick<ReportRow, 'reporter' | 'link_id' | 'microsite_id'>,
  ): Promise<{ ofReporter: number; ofTarget: number }> {
    const count = within(tx)
      .selectFrom('reports')
      .select((of) => of.fn.countAll().as('count'))
    const ofReporter = await count.where('reporter', '=', reporter).executeTakeFirstOrThrow()
    const open = count.where('closed_at', 'is', null)
    const ofTarget = await (link_id === null
      ? open.where('microsite_id', '=', microsite_id)
      : open.where('link_id', '=', link_id)
    ).executeTakeFirstOrThrow()
    return { ofReporter: Number(ofReporter.count), ofTarget: Number(ofTarget.count) }
  }

  /** Inserts a report, unless its reporter has an open one of the same target. */
  async insert(tx: Tx, row: ReportRow): Promise<void> {
    await within(tx)
      .insertInto('reports')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Newest first, each with its owner. `requesterId` is the account that makes the request. */
  async list(
    requesterId: number,
    { status, owner }: { status: 'open' | 'closed' | 'all'; owner?: string },
    page: { limit: number; offset: number },
  ): Promise<{ rows: OwnedReport[]; total: number }> {
    const query = this.db.readInWorker(requesterId)
    const matching = () => {
      let all = query.selectFrom('reports')
      if (owner !== undefined)
        all = all.where('reports.user_id', '=', (of) =>
          of
            .selectFrom('workspaces')
            .select('workspaces.id')
            .where('workspaces.public_id', '=', owner.replace(/^usr_/, 'wsp_')),
        )
      return status === 'all' ? all : all.where('closed_at', status === 'open' ? 'is' : 'is not', null)
    }
    const { count } = await matching()
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await withOwner(matching())
      .orderBy('reports.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    return { rows, total: Number(count) }
  }

  find(id: string): Promise<OwnedReport | undefined> {
    return withOwner(this.db.read.selectFrom('reports')).where('reports.id', '=', id).executeTakeFirst()
  }

  /** Closes an open report; false if somebody else was first. */
  async close(tx: Tx, id: string, closing: Closing): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('reports')
      .set(closing)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Closes all open reports of a link, a microsite or an account. */
  async closeAll(
    tx: Tx,
    of: readonly ['link_id' | 'microsite_id' | 'user_id', number],
    closing: Closing,
  ): Promise<void> {
    await within(tx)
      .updateTable('reports')
      .set(closing)
      .where(of[0], '=', of[1])
      .where('closed_at', 'is', null)
      .execute()
  }
}

export type OwnedReport = ReportRow & {
  owner_id: string
  owner_email: string
  owner_name: string
  owner_blocked_at: number | null
}

function withOwner(found: ReturnType<typeof reportsOf>) {
  return (
    found
      .innerJoin('workspaces', 'workspaces.id', 'reports.user_id')
      // In a shared workspace, the first of its owners.
      .innerJoin('users', (join) => join.on('users.id', '=', firstOwner))
      .selectAll('reports')
      .select([
        'users.email as owner_email',
        'workspaces.name as owner_name',
        'workspaces.blocked_at as owner_blocked_at',
      ])
      .select((select) =>
        select
          .case()
          .whenRef('users.id', '=', 'workspaces.id')
          .then(select.ref('users.public_id'))
          .else(select.ref('workspaces.public_id'))
          .end()
          .as('owner_id'),
      )
  )
}

const reportsOf = (db: Database) => db.read.selectFrom('reports')
