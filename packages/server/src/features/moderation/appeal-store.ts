// The SQL of appeals.
import { type Database, within } from '../../db/database.ts'
import type { AppealTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'
import { firstOwner } from '../identity/workspaces/index.ts'
import { reportedDestinations } from './store.ts'

export type AppealRow = AppealTable
export type AppealTarget = Pick<AppealRow, 'user_id' | 'link_id' | 'microsite_id'>
export type Decision = Pick<AppealRow, 'decided_at' | 'outcome' | 'decided_by' | 'answer'>

export type OwnedAppeal = AppealRow & {
  owner_id: string
  owner_email: string
  owner_name: string
  owner_blocked_at: number | null
}

const mostOwn = 50
// As many as a link can have at a time.
const mostReports = 20

export class AppealStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Lets an account's appeals proceed one at a time. */
  lock(tx: Tx, userId: number): Promise<void> {
    return this.db.lock(tx, [`appeal:${userId}`])
  }

  /**
   * How many appeals an account has sent since a moment, how many about this target, and how many of those are open.
   */
  async counts(tx: Tx, { user_id, link_id, microsite_id }: AppealTarget, since: number) {
    const rows = await within(tx)
      .selectFrom('appeals')
      .select(['link_id', 'microsite_id', 'created_at', 'decided_at'])
      .where('user_id', '=', user_id)
      .where((where) =>
        where.or([
          where('created_at', '>', since),
          where.and([
            where('link_id', link_id === null ? 'is' : '=', link_id),
            where('microsite_id', microsite_id === null ? 'is' : '=', microsite_id),
          ]),
        ]),
      )
      .execute()
    const ofTarget = rows.filter((row) => row.link_id === link_id && row.microsite_id === microsite_id)
    return {
      recent: rows.filter(({ created_at }) => created_at > since).length,
      ofTarget: ofTarget.length,
      open: ofTarget.filter(({ decided_at }) => decided_at === null).length,
    }
  }

  /** Where a link led according to the reports for which it was blocked, at this moment or later (Unix seconds). */
  async reportedDestinations(
    { userId, linkId }: { userId: number; linkId: number },
    blockedAt: number,
  ): Promise<string[]> {
    const reports = await this.db.read
      .selectFrom('reports')
      .select(['destination', 'other_destinations'])
      .where('user_id', '=', userId)
      .where('link_id', '=', linkId)
      .where('outcome', '=', 'blocked')
      .where('closed_at', '>=', blockedAt)
      .orderBy('id', 'desc')
      .limit(mostReports)
      .execute()
    return reports.flatMap((report) => reportedDestinations(report) ?? [])
  }

  async insert(tx: Tx, row: AppealRow): Promise<void> {
    await within(tx).insertInto('appeals').values(row).execute()
  }

  /** The account's own appeals, newest first. */
  own(userId: number, of: Partial<Pick<AppealRow, 'link_id' | 'microsite_id'>>): Promise<AppealRow[]> {
    let query = this.db.read.selectFrom('appeals').selectAll().where('user_id', '=', userId)
    if (of.link_id) query = query.where('link_id', '=', of.link_id)
    if (of.microsite_id) query = query.where('microsite_id', '=', of.microsite_id)
    return query.orderBy('id', 'desc').limit(mostOwn).execute()
  }

  async list(
    requesterId: number,
    status: 'open' | 'closed' | 'all',
    page: { limit: number; offset: number },
  ): Promise<{ rows: OwnedAppeal[]; total: number }> {
    const query = this.db.readInWorker(requesterId)
    const matching = () => {
      const all = query.selectFrom('appeals')
      return status === 'all' ? all : all.where('decided_at', status === 'open' ? 'is' : 'is not', null)
    }
    const { count } = await matching()
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await withOwner(matching())
      .orderBy('appeals.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    return { rows, total: Number(count) }
  }

  find(id: string): Promise<OwnedAppeal | undefined> {
    return withOwner(this.db.read.selectFrom('appeals')).where('appeals.id', '=', id).executeTakeFirst()
  }

  /** Decides an open appeal; false if somebody else was first. */
  async decide(tx: Tx, id: string, decision: Decision): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('appeals')
      .set(decision)
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}

const appealsOf = (db: Database) => db.read.selectFrom('appeals')

function withOwner(found: ReturnType<typeof appealsOf>) {
  return (
    found
      .innerJoin('workspaces', 'workspaces.id', 'appeals.user_id')
      // In a shared workspace, the first of its owners.
      .innerJoin('users', (join) => join.on('users.id', '=', firstOwner))
      .selectAll('appeals')
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
