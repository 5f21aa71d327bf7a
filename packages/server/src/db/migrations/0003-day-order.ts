// Day rows stored by day, the most clicked links of each day, and individual clicks in blocks.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

const mostClicked = 100
const blockClicks = 5000

export function dayOrder(engine: Engine): Migration {
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'
  const serial = engine === 'sqlite' ? 'integer' : 'bigserial'
  const noBytes = engine === 'sqlite' ? sql`x''` : sql`''`

  /** The counts of a row in the old form, which had a column for hours and an object of breakdowns. */
  const counts: RawBuilder<string> =
    engine === 'sqlite'
      ? sql`json_array(json(hours), json_extract(breakdowns, '$.referers'), json_extract(breakdowns, '$.locations'),
          json_extract(breakdowns, '$.devices'), json_extract(breakdowns, '$.browsers'))`
      : sql`json_build_array(hours::json, breakdowns::json->'referers', breakdowns::json->'locations',
          breakdowns::json->'devices', breakdowns::json->'browsers')::text`

  /** The most clicked links of each account and day, in descending order. */
  const most = sql`(
      select user_id, day, ${engine === 'sqlite' ? sql`json_group_array(json_array(id, n)` : sql`json_agg(json_build_array(id, n)`}
        order by n desc, id) as list
      from (
        select l.user_id, d.day, d.link_id as id, d.clicks as n,
          row_number() over (partition by l.user_id, d.day order by d.clicks desc, d.link_id) as place
        from link_days d join links l on l.id = d.link_id) as placed
      where place <= ${sql.lit(mostClicked)}
      group by user_id, day)`

  /** The rows of one day are stored together, because they are written together, so a batch touches few pages. */
  async function linkDays(db: Kysely<never>): Promise<void> {
    await sql`alter table link_days rename to old_link_days`.execute(db)
    if (engine === 'postgres')
      await sql`alter table old_link_days rename constraint link_days_pk to old_link_days_pk`.execute(db)
    const table = dayTable(db, 'link_days')
      .addColumn('visitor_sketch', bytes, (c) => c.notNull().defaultTo(noBytes))
      .addPrimaryKeyConstraint('link_days_pk', ['day', 'link_id'] as never)
    await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
    await sql`insert into link_days
      select day, link_id, clicks, bots, scans, visitors, ${counts}, visitor_sketch
      from old_link_days order by day, link_id`.execute(db)
    await sql`drop table old_link_days`.execute(db)
  }

  async function accountDays(db: Kysely<never>): Promise<void> {
    await sql`alter table account_days rename to old_account_days`.execute(db)
    if (engine === 'postgres')
      await sql`alter table old_account_days rename constraint account_days_pk to old_account_days_pk`.execute(
        db,
      )
    await dayTable(db, 'account_days', 'user_id')
      .addColumn('most_clicked', 'text', (c) => c.notNull().defaultTo(''))
      .addPrimaryKeyConstraint('account_days_pk', ['user_id', 'day'] as never)
      .execute()
    await sql`insert into account_days
      select a.day, a.user_id, clicks, bots, scans, visitors, ${counts}, coalesce(cast(list as text), '[]')
      from old_account_days a left join ${most} as most on most.user_id = a.user_id and most.day = a.day`.execute(
      db,
    )
    await sql`drop table old_account_days`.execute(db)
  }

  /** The columns outside of the key have defaults, for rows that are created only to be locked. */
  function dayTable(db: Kysely<never>, name: string, owner = 'link_id') {
    return db.schema
      .createTable(name)
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn(owner, 'bigint', (c) => c.notNull())
      .addColumn('clicks', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('bots', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('scans', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('visitors', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('counts', 'text', (c) => c.notNull().defaultTo(''))
  }

  async function clickBlocks(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('click_blocks')
      .addColumn('id', serial, (c) => c.primaryKey())
      .addColumn('user_id', 'bigint', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('clicks', 'bigint', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('click_blocks_day').on('click_blocks').columns(['day', 'user_id']).execute()
    await moveClicks(db as unknown as Kysely<Before>)
    await sql`drop table clicks`.execute(db)
  }

  return {
    async up(db: Kysely<never>) {
      await accountDays(db)
      await linkDays(db)
      await clickBlocks(db)
      await db.schema.alterTable('journal_positions').addColumn('batch_segment', 'bigint').execute()
      await db.schema.alterTable('journal_positions').addColumn('batch_offset', 'bigint').execute()
      await db.schema.alterTable('journal_positions').addColumn('next_link', 'bigint').execute()
    },
  }
}

interface Before {
  clicks: {
    id: number
    link_id: number
    at: number
    country: string
    device: string
    browser: string
    os: string
    referer: string
    bot: number
    qr: number
  }
  links: { id: number; user_id: number }
  click_blocks: { user_id: number; day: string; clicks: number; content: string }
}

/** Writes the clicks into blocks, in the format of `clicks/click-blocks.ts` when this migration was made. */
async function moveClicks(db: Kysely<Before>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('clicks')
      .innerJoin('links', 'links.id', 'clicks.link_id')
      .selectAll('clicks')
      .select('links.user_id')
      .where('clicks.id', '>', last)
      .orderBy('clicks.id')
      .limit(blockClicks)
      .execute()
    const groups = Map.groupBy(rows, ({ user_id, at }) => `${user_id} ${dayOf(at)}`)
    for (const group of groups.values()) {
      const [{ user_id, at }] = group as [(typeof group)[number]]
      const content = JSON.stringify({
        agents: group.map(({ device, browser, os, bot }) => [device, browser, os, bot]),
        sites: group.map(({ referer }) => referer),
        countries: group.map(({ country }) => country),
        clicks: group.flatMap(({ link_id, at, qr }, index) => [link_id, at, index, index, index, qr]),
      })
      await db
        .insertInto('click_blocks')
        .values({ user_id, day: dayOf(at), clicks: group.length, content })
        .execute()
    }
    if (rows.length < blockClicks) return
    last = rows.at(-1)?.id ?? last
  }
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
