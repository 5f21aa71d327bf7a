// Announcements between nodes on PostgreSQL: a notification for those that listen, and a row for those that poll.
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Schema } from '../schema.ts'

export const channel = 'linnet_changes'

// Marks senders that write rows as well. The first release only sends notifications.
const mark = '+'

// More changes than this are not reported one by one.
const mostAnnounced = 100_000
// After a crash, the numbers of lost transactions are used again, so this many are read again.
const margin = 10_000n

export interface Announcement {
  sender: string
  topic: string
}

/** The result of a poll; `announcements` is null if some may be missing. */
export interface PolledChanges {
  snapshot: string
  announcements: Announcement[] | null
}

/** Names a sender by its node and a number, so that announcements that were already received are recognized. */
export function senderOf(node: string, number: number): string {
  return `${mark}${node}.${number}`
}

export const isOfNode = (sender: string, node: string) => sender.startsWith(`${mark}${node}.`)
export const hasRow = (sender: string) => sender.startsWith(mark)

/** Announces a change in its transaction. */
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

/** Reads what was committed since a snapshot; nothing if there is none. A new connection may reach another server. */
export async function pollChanges(
  client: Client,
  since: string | null,
  isNew: boolean,
): Promise<PolledChanges> {
  const { rows } = await client.query<{ snapshot: string; missing: boolean; found: Announcement[] | null }>(
    `select pg_current_snapshot()::text as snapshot,
       pg_snapshot_xmax($2) > pg_snapshot_xmax(pg_current_snapshot())
         or (select min(xid) from changes where xid < pg_snapshot_xmax(pg_current_snapshot()))
           > pg_snapshot_xmin($1) as missing,
       (select json_agg(json_build_object('sender', sender, 'topic', topic)) from (
         select sender, topic from changes
         where xid >= pg_snapshot_xmin($2) and not pg_visible_in_snapshot(xid, $2)
           and xid < pg_snapshot_xmax(pg_current_snapshot())
         limit ${mostAnnounced}
       ) as new) as found`,
    [since, since !== null && isNew ? before(since) : since],
  )
  const [{ snapshot, missing, found } = { snapshot: since ?? '', missing: true, found: null }] = rows
  const announcements = found ?? []
  return { snapshot, announcements: missing || announcements.length === mostAnnounced ? null : announcements }
}

/** An earlier snapshot, from before what was lost in a crash. */
function before(snapshot: string): string {
  const xmin = BigInt(snapshot.slice(0, snapshot.indexOf(':')))
  const earlier = xmin > margin ? xmin - margin : 1n
  return `${earlier}:${earlier}:`
}

/**
 * Deletes changes that are an hour old, by the numbers of their transactions: the oldest row that is left shows from where
 * on rows are complete. Rows of a restored dump may have numbers that are still to come; they are deleted as well.
 */
export async function pruneChanges(query: Kysely<Schema>): Promise<void> {
  await sql`
    delete from changes where xid > pg_current_xact_id()
      or xid < (select max(xid) from changes where at < now() - interval '1 hour' and xid <= pg_current_xact_id())
  `.execute(query)
}
