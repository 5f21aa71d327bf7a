// Gives the links of a server tags of very different sizes, and archives some of them.
import { sql } from 'kysely'
import { within } from '../../packages/server/src/db/database.ts'
import type { Settings } from '../servers.ts'
import { openData } from './open-data.ts'

const linksAtOnce = 50_000

/** A tag, and the condition on the numbers of the links that have it, as SQL. */
export interface FilledTag {
  name: string
  links: string
}

/**
 * Tags for this many links: one has a single link, others a thousandth, a tenth and nine tenths of them, at most 1,000, 100,000
 * and 900,000.
 */
export function tagsFor(links: number): FilledTag[] {
  return [
    { name: 'one', links: `id = ${Math.ceil(links / 2)}` },
    { name: 'thousandth', links: 'id % 1000 = 7' },
    { name: 'tenth', links: 'id % 10 = 7' },
    { name: 'another tenth', links: 'id % 10 = 4 or id % 100 = 7' },
    { name: 'most', links: 'id % 10 <> 3' },
    { name: 'nearly all', links: 'id % 10 <> 5' },
  ]
}

/** Archives every hundredth link. */
export const archivedLinks = 'id % 100 = 9'

/** Adds the tags to the account with this e-mail address while the server is not running. */
export async function fillTags(settings: Settings, email: string, tags: readonly FilledTag[]): Promise<void> {
  const db = await openData(settings)
  try {
    const last = await db.read
      .selectFrom('links')
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    // Statements have a time limit.
    const parts = Array.from({ length: Math.ceil(Number(last.id) / linksAtOnce) }, (_, part) => {
      const first = part * linksAtOnce
      return sql.raw(`id > ${first} and id <= ${first + linksAtOnce}`)
    })
    for (const [index, { name, links }] of tags.entries()) {
      await db.transaction((tx) =>
        sql`
          insert into tags (public_id, user_id, name, name_key, color, created_at)
          select ${`tag_${String(index).padStart(26, '0')}`}, id, ${name}, ${name}, 'blue', 0
          from users where email = ${email}
        `.execute(within(tx)),
      )
      for (const part of parts)
        await db.transaction((tx) =>
          sql`
            insert into link_tags (tag_id, link_id)
            select tags.id, links.id from tags, (select id from links where ${part} and (${sql.raw(links)})) as links
            where tags.name_key = ${name}
          `.execute(within(tx)),
        )
    }
    for (const part of parts)
      await db.transaction((tx) =>
        sql`update links set archived_at = 1 where ${part} and ${sql.raw(archivedLinks)}`.execute(within(tx)),
      )
    // The search index would be brought up to date while the lists are measured.
    await db.transaction(async (tx) => {
      await sql`delete from link_changes`.execute(within(tx))
      if (db.engine === 'sqlite')
        await sql`
          update search_position set seq = (select seq from sqlite_sequence where name = 'link_changes')
        `.execute(within(tx))
    })
    if (db.engine === 'postgres') await sql`analyze link_tags`.execute(db.read)
  } finally {
    await db.close()
  }
}
