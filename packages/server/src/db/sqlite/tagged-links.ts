// The links with certain tags on SQLite, read in the query worker.
import { type RawBuilder, sql } from 'kysely'
import { requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import type { Query } from '../database.ts'
import type { State, TaggedLinkSource } from '../tagged-links/tagged-links.ts'
import { type QueryWorker, queryInWorker } from './query-worker.ts'
import { newestChange } from './search-index.ts'
import { only } from './text-scan.ts'

const mostChanges = 5000

interface Row {
  at: number
  oldest: number | null
  link_id: number | null
  owned: number
  archived: number
  tags: string | null
}

/** A state is the number of its newest change. */
export function sqliteTaggedLinks(queryWorker: QueryWorker): TaggedLinkSource<State> {
  const inWorker = (userId: number): Query => queryInWorker(queryWorker, requesterOf(userId))
  return {
    async mark(userId) {
      const { rows } = await sql<State>`select ${sql.raw(newestChange)} as at`.execute(inWorker(userId))
      return only(rows)
    },

    async members(userId, of, after, limit) {
      const found: RawBuilder<unknown> =
        of === 'archived'
          ? sql`select id from links where user_id = ${userId} and archived_at is not null and id > ${after} order by id`
          : sql`select link_id as id from link_tags where tag_id = ${of.tag} and link_id > ${after} order by link_id`
      // One string is passed between threads faster than so many rows.
      const { rows } = await sql<{ ids: string }>`
        select json_group_array(id) as ids from (${found} limit ${limit})
      `.execute(inWorker(userId))
      return JSON.parse(only(rows).ids)
    },

    async touchedSince(userId, { at }) {
      const { rows } = await sql<Row>`
        with touched as materialized (
          select link_id from link_changes where seq > ${at} and user_id = ${userId} limit ${mostChanges + 1}
        )
        select
          ${sql.raw(newestChange)} as at, (select min(seq) from link_changes) as oldest, touched.link_id,
          links.id is not null as owned, links.archived_at is not null as archived,
          (select json_group_array(tag_id) from link_tags where link_tags.link_id = touched.link_id) as tags
        from (select 1) left join (select distinct link_id from touched) as touched
        left join links on links.id = touched.link_id and links.user_id = ${userId}
      `.execute(inWorker(userId))
      const { at: now, oldest } = only(rows)
      const isComplete = now === at || (oldest !== null && oldest <= at + 1)
      if (!isComplete || rows.length > mostChanges) return null
      return {
        mark: { at: now },
        links: rows.flatMap(({ link_id, owned, archived, tags }) =>
          link_id === null
            ? []
            : {
                id: link_id,
                isOwned: owned === 1,
                isArchived: archived === 1,
                tags: JSON.parse(tags ?? '[]'),
              },
        ),
      }
    },

    async matching(userId, ids, term) {
      const { rows } = await sql<{ id: number }>`
        select id from links
        where id in (select value from json_each(${JSON.stringify(ids)})) and user_id = ${userId}
          and instr(search_text, ${term}) > 0
      `.execute(inWorker(userId))
      return rows.map(({ id }) => id)
    },
  }
}
