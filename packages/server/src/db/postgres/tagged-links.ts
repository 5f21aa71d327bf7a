// The links with certain tags on PostgreSQL.
import { type RawBuilder, sql } from 'kysely'
import type { Query } from '../database.ts'
import type { State, TaggedLinkSource } from '../tagged-links/tagged-links.ts'
import { contains, knownMilliseconds, type Mark, present, unseenChanges } from './search.ts'

const mostChanges = 5000

interface Row {
  snapshot: string
  changes: number
  link_id: number | null
  owned: boolean
  archived: boolean
  tags: string | null
}

export function postgresTaggedLinks(query: Query): TaggedLinkSource<Mark & State> {
  return {
    async mark() {
      const at = performance.now()
      const { rows } = await sql<{ snapshot: string }>`
        select pg_current_snapshot()::text as snapshot
      `.execute(query)
      return { at, snapshot: present(rows[0]).snapshot }
    },

    async members(userId, of, after, limit) {
      const found: RawBuilder<unknown> =
        of === 'archived'
          ? sql`select id from links where user_id = ${userId} and archived_at is not null and id > ${after} order by id`
          : sql`select link_id as id from link_tags where tag_id = ${of.tag} and link_id > ${after} order by link_id`
      // The driver reads one string faster than so many rows.
      const { rows } = await sql<{ ids: string | null }>`
        select string_agg(id::text, ',' order by id) as ids from (${found} limit ${limit}) as found
      `.execute(query)
      return present(rows[0]).ids?.split(',').map(Number) ?? []
    },

    async touchedSince(userId, mark) {
      const at = performance.now()
      if (at - mark.at > knownMilliseconds) return null
      const { rows } = await sql<Row>`
        with changes as materialized (
          select link_id from link_changes where ${unseenChanges(userId, mark.snapshot)} limit ${mostChanges}
        ), touched as (select distinct link_id from changes)
        select
          pg_current_snapshot()::text as snapshot, (select count(*) from changes) as changes, touched.link_id,
          links.id is not null as owned, links.archived_at is not null as archived,
          (select string_agg(tag_id::text, ',') from link_tags where link_tags.link_id = touched.link_id) as tags
        from (select 1) as one left join touched on true
        left join links on links.id = touched.link_id and links.user_id = ${userId}
      `.execute(query)
      const { snapshot, changes } = present(rows[0])
      if (changes === mostChanges) return null
      return {
        mark: { at, snapshot },
        links: rows.flatMap(({ link_id, owned, archived, tags }) =>
          link_id === null
            ? []
            : { id: link_id, isOwned: owned, isArchived: archived, tags: tags?.split(',').map(Number) ?? [] },
        ),
      }
    },

    async matching(userId, ids, term) {
      const { rows } = await sql<{ id: number }>`
        select id from links
        where id = any(${ids}::bigint[]) and user_id = ${userId} and ${contains('search_text', term)}
      `.execute(query)
      return rows.map(({ id }) => id)
    },
  }
}
