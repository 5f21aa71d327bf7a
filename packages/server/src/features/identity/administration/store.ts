// The SQL of what administrators ask about everyone. All of it may take long, so it is asked aside.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Query } from '../../../db/database.ts'

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

  /** Newest first; `asker` is the account that asks. */
  async people(
    asker: number,
    filter: PeopleFilter,
    page: { limit: number; offset: number },
  ): Promise<{ rows: PersonRow[]; total: number }> {
    const query = this.db.readInWorker(asker)
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

  async person(asker: number, userId: number): Promise<PersonRow | null> {
    const all = matching(this.db.readInWorker(asker), { search: '', status: 'all' })
    const row = await people(all).where('users.id', '=', userId).executeTakeFirst()
    return row ? personRow(row) : null
  }

  async sums(asker: number) {
    const query = this.db.readInWorker(asker)
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
    const counted = async (
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
      links: await counted('links', sql<boolean>`1 = 1`),
      microsites: await counted('microsites', sql<boolean>`deleted_at is null`),
      openReports: await counted('reports', sql<boolean>`closed_at is null`),
      openAppeals: await counted('appeals', sql<boolean>`decided_at is null`),
    }
  }

  /** What was clicked on each day since `day`, and how many signed up since that moment (Unix seconds), by day. */
  async days(asker: number, since: { day: string; moment: number }) {
    const query = this.db.readInWorker(asker)
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

  /** Deliveries to webhooks that have not ended. */
  async waitingDeliveries(asker: number): Promise<number> {
    const { count } = await this.db
      .readInWorker(asker)
      .selectFrom('webhook_deliveries')
      .select((of) => of.fn.countAll().as('count'))
      .where('next_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}

function matching(query: Query, { search, status }: PeopleFilter) {
  let people = query.selectFrom('users').where('users.deleted_at', 'is', null)
  if (search !== '') {
    const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    people = people.where(
      sql<boolean>`(users.email like ${part} escape '\\' or lower(users.name) like ${part} escape '\\')`,
    )
  }
  if (status === 'administrators') return people.where('users.is_admin', '=', 1)
  if (status === 'blocked') return people.where('users.blocked_at', 'is not', null)
  return status === 'active' ? people.where('users.blocked_at', 'is', null) : people
}

function people(found: ReturnType<typeof matching>) {
  return found
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

type Found = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

function personRow({ session_at, key_at, grant_at, ...row }: Found): PersonRow {
  const seen = [session_at, key_at, grant_at].flatMap((at) => (at === null ? [] : [Number(at)]))
  return {
    ...row,
    links: Number(row.links),
    microsites: Number(row.microsites),
    last_seen_at: seen.length > 0 ? Math.max(...seen) : null,
  }
}
