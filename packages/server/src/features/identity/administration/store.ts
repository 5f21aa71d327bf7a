// The SQL of what administrators see of all accounts. It may take long, so it runs in the query worker.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Query } from '../../../db/database.ts'
import { matchesPerson } from '../accounts/index.ts'

export interface PeopleFilter {
  search: string
  status: 'all' | 'active' | 'blocked' | 'administrators'
}

export interface PersonRow {
  public_id: string
  email: string
  name: string
  plan: string
  is_admin: number
  blocked_at: number | null
  blocked_reason: string | null
  trusted_at: number | null
  created_at: number
  last_seen_at: number | null
  links: number
  microsites: number
}

const daySeconds = 86_400

export class AdministrationStore {
  constructor(private readonly db: Database) {}

  /** Newest first; `requester` is the account that the query worker counts the queries for. */
  async people(
    requester: number,
    filter: PeopleFilter,
    page: { limit: number; offset: number },
  ): Promise<{ rows: PersonRow[]; total: number }> {
    const query = this.db.readInWorker(requester)
    const { count } = await matching(query, filter)
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await people(matching(query, filter))
      .orderBy('users.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    return { rows: rows.map(personRow), total: Number(count) }
  }

  async person(requester: number, userId: number): Promise<PersonRow | null> {
    const all = matching(this.db.readInWorker(requester), { search: '', status: 'all' })
    const row = await people(all).where('users.id', '=', userId).executeTakeFirst()
    return row ? personRow(row) : null
  }

  async totals(requester: number) {
    const query = this.db.readInWorker(requester)
    const accounts = await query
      .selectFrom('users')
      .select((of) => [
        'plan',
        of.fn.countAll().as('total'),
        of.fn.count('blocked_at').as('blocked'),
        of.fn.sum('is_admin').as('administrators'),
      ])
      .where('deleted_at', 'is', null)
      .groupBy('plan')
      .execute()
    const countOf = async (
      table: 'links' | 'microsites' | 'reports' | 'appeals',
      where: RawBuilder<boolean>,
    ) => {
      const { count } = await query
        .selectFrom(table)
        .select((of) => of.fn.countAll().as('count'))
        .where(where)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    return {
      accounts: accounts.map(({ plan, total, blocked, administrators }) => ({
        plan,
        total: Number(total),
        blocked: Number(blocked),
        administrators: Number(administrators ?? 0),
      })),
      links: await countOf('links', sql<boolean>`1 = 1`),
      microsites: await countOf('microsites', sql<boolean>`deleted_at is null and user_id > 0`),
      openReports: await countOf('reports', sql<boolean>`closed_at is null`),
      openAppeals: await countOf('appeals', sql<boolean>`decided_at is null`),
    }
  }

  /** Clicks by day since `day`, and sign-ups by day since `moment` (Unix seconds). */
  async days(requester: number, since: { day: string; moment: number }) {
    const query = this.db.readInWorker(requester)
    const clicks = await query
      .selectFrom('account_days')
      .select((of) => ['day', of.fn.sum('clicks').as('clicks'), of.fn.sum('bots').as('bots')])
      .where('day', '>=', since.day)
      .groupBy('day')
      .execute()
    const number = sql<number>`created_at / ${sql.lit(daySeconds)}`
    const signUps = await query
      .selectFrom('users')
      .select((of) => [number.as('number'), of.fn.countAll().as('count')])
      .where('created_at', '>=', since.moment)
      .where('deleted_at', 'is', null)
      .groupBy(number)
      .execute()
    return {
      clicks: new Map(
        clicks.map(({ day, clicks, bots }) => [day, { clicks: Number(clicks), bots: Number(bots) }]),
      ),
      signUps: new Map(signUps.map(({ number, count }) => [Number(number), Number(count)])),
    }
  }

  async database() {
    return { engine: this.db.engine, bytes: await this.db.size() }
  }

  /** Webhook deliveries with at least one attempt still to come. */
  async pendingDeliveries(requester: number): Promise<number> {
    const { count } = await this.db
      .readInWorker(requester)
      .selectFrom('webhook_deliveries')
      .select((of) => of.fn.countAll().as('count'))
      .where('next_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}

function matching(query: Query, { search, status }: PeopleFilter) {
  let people = query.selectFrom('users').where('users.deleted_at', 'is', null)
  if (search !== '') people = people.where(matchesPerson(search))
  if (status === 'administrators') return people.where('users.is_admin', '=', 1)
  if (status === 'blocked') return people.where('users.blocked_at', 'is not', null)
  return status === 'active' ? people.where('users.blocked_at', 'is', null) : people
}

function people(matches: ReturnType<typeof matching>) {
  return matches
    .select([
      'users.public_id',
      'users.email',
      'users.name',
      'users.plan',
      'users.is_admin',
      'users.blocked_at',
      'users.blocked_reason',
      'users.trusted_at',
      'users.created_at',
    ])
    .select([
      sql<number>`(select count(*) from links where links.user_id = users.id)`.as('links'),
      sql<number>`(select count(*) from microsites where microsites.user_id = users.id
        and microsites.deleted_at is null)`.as('microsites'),
      sql<number | null>`(select max(last_seen_at) from sessions where sessions.user_id = users.id)`.as(
        'session_at',
      ),
      sql<number | null>`(select max(last_used_at) from api_keys where api_keys.user_id = users.id)`.as(
        'key_at',
      ),
      sql<number | null>`(select max(last_used_at) from oauth_grants
        where oauth_grants.user_id = users.id)`.as('grant_at'),
    ])
}

type FoundPerson = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

function personRow({ session_at, key_at, grant_at, ...row }: FoundPerson): PersonRow {
  const seen = [session_at, key_at, grant_at].flatMap((at) => (at === null ? [] : [Number(at)]))
  return {
    ...row,
    links: Number(row.links),
    microsites: Number(row.microsites),
    last_seen_at: seen.length > 0 ? Math.max(...seen) : null,
  }
}
