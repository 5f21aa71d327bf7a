// What nodes on PostgreSQL announce to each other: a notification for those that listen, and a row for those that look.
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Schema } from '../schema.ts'

export const channel = 'linnet_changes'

// Of nodes that write rows as well. The first release sends notifications alone.
const mark = '+'

// More than that is not told one by one.
const mostTold = 100_000
// After a crash, the numbers of transactions that were lost come again: so many are looked at anew.
const margin = 10_000n

export interface Announcement {
  sender: string
  topic: string
}

/** What a look has found; `topics` is null where some may be missing. */
export interface Found {
  snapshot: string
  announcements: Announcement[] | null
}

/** Names a sender by its node and a number: so it is known what has been heard already. */
export function senderOf(node: string, number: number): string {
  return `${mark}${node}.${number}`
}

export const isOfNode = (sender: string, node: string) => sender.startsWith(`${mark}${node}.`)
export const hasRow = (sender: string) => sender.startsWith(mark)

/** Within the transaction of a change. */
export async function announce(query: Kysely<Schema>, { sender, topic }: Announcement): Promise<void> {
  await sql`
    with noted as (insert into changes (sender, topic) values (${sender}, ${topic}))
    select pg_notify(${channel}, ${`${sender} ${topic}`})
  `.execute(query)
}

export function readPayload(payload = ''): Announcement {
  const space = payload.indexOf(' ')
  return { sender: payload.slice(0, space), topic: payload.slice(space + 1) }
}

/** What was committed since a snapshot; nothing where there is none. On a new connection the server may be another than before. */
export async function look(client: Client, since: string | null, isNew: boolean): Promise<Found> {
  const { rows } = await client.query<{ snapshot: string; missing: boolean; found: Announcement[] | null }>(
    `select pg_current_snapshot()::text as snapshot,
       pg_snapshot_xmax($2) > pg_snapshot_xmax(pg_current_snapshot())
         or (select min(xid) from changes where xid < pg_snapshot_xmax(pg_current_snapshot()))
           > pg_snapshot_xmin($1) as missing,
       (select json_agg(json_build_object('sender', sender, 'topic', topic)) from (
         select sender, topic from changes
         where xid >= pg_snapshot_xmin($2) and not pg_visible_in_snapshot(xid, $2)
           and xid < pg_snapshot_xmax(pg_current_snapshot())
         limit ${mostTold}
       ) as new) as found`,
    [since, since !== null && isNew ? before(since) : since],
  )
  const [{ snapshot, missing, found } = { snapshot: since ?? '', missing: true, found: null }] = rows
  const announcements = found ?? []
  return { snapshot, announcements: missing || announcements.length === mostTold ? null : announcements }
}

/** A snapshot from some time before, which has not seen what was lost in a crash. */
function before(snapshot: string): string {
  const xmin = BigInt(snapshot.slice(0, snapshot.indexOf(':')))
  const earlier = xmin > margin ? xmin - margin : 1n
  return `${earlier}:${earlier}:`
}

/**
 * Deletes what is an hour old, by the numbers of transactions: the oldest row that is left says from where on rows are
 * complete. A dump that was restored elsewhere holds numbers that are still to come; they go as well.
 */
export async function pruneChanges(query: Kysely<Schema>): Promise<void> {
  await sql`
    delete from changes where xid > pg_current_xact_id()
      or xid < (select max(xid) from changes where at < now() - interval '1 hour' and xid <= pg_current_xact_id())
  `.execute(query)
}
