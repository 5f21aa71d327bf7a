// The SQL of the history, and of what was deleted within the last hour.
import { sql } from 'kysely'
import { deleteSome } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { DeletedThingTable, HistoryTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type HistoryRow = HistoryTable
export type NewEntry = Omit<HistoryRow, 'revision' | 'undone_by'>
export type DeletedThing = Pick<DeletedThingTable, 'subject' | 'user_id' | 'deleted_at' | 'kept'>

/** How far a reader of all entries of a workspace has got. */
export type EntryPlace = Pick<HistoryRow, 'change_id' | 'subject' | 'revision'>

/** Which changes to list. */
export interface ChangeFilter {
  actorKind?: string
  actorId?: string
  /** Only changes before the one with this id. */
  before?: string
}

// A filtered list reads at most this many entries.
const mostScanned = 20_000

export class HistoryStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Adds the next entry of a subject, whose row the transaction has locked; returns its revision. */
  async add(tx: Tx, entry: NewEntry): Promise<number> {
    const { rows } = await insertNext(within(tx), entry)
    return (rows[0] as { revision: number }).revision
  }

  /** Adds the first entries of new subjects. */
  async addFirst(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
    const [first, ...others] = entries
    if (!first) return
    if (others.length === 0) await insertFirst(within(tx), first)
    else
      await within(tx)
        .insertInto('history')
        .values(entries.map((entry) => ({ ...entry, revision: 1, undone_by: null })))
        .execute()
  }

  /** Deletes the entries of a subject up to this revision. */
  async deleteUpTo(tx: Tx, subject: number, revision: number): Promise<void> {
    await within(tx)
      .deleteFrom('history')
      .where('subject', '=', subject)
      .where('revision', '<=', revision)
      .execute()
  }

  /** Deletes the oldest entries of a subject, if all together have more characters than this. */
  async deleteBeyond(tx: Tx, subject: number, most: number): Promise<void> {
    const rows = await within(tx)
      .selectFrom('history')
      .select(['revision', sql<number>`length(changes)`.as('characters')])
      .where('subject', '=', subject)
      .orderBy('revision', 'desc')
      .execute()
    let sum = 0
    const first = rows.find(({ characters }) => {
      sum += Number(characters)
      return sum > most
    })
    if (first) await this.deleteUpTo(tx, subject, first.revision)
  }

  /**
   * Entries of a subject, the newest first, before the one of this change; none if it has no such entry any more, because that
   * was the oldest one.
   */
  ofSubject(
    tx: Tx | null,
    subject: number,
    { before, most }: { before?: string; most: number },
  ): Promise<HistoryRow[]> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('history')
      .selectAll()
      .where('subject', '=', subject)
      .$if(before !== undefined, (query) =>
        query.where('revision', '<', (of) =>
          of
            .selectFrom('history as known')
            .select((select) => select.fn.max('known.revision').as('revision'))
            .where('known.subject', '=', subject)
            .where('known.change_id', '=', before ?? ''),
        ),
      )
      .orderBy('revision', 'desc')
      .limit(most)
      .execute()
  }

  /** All entries of one change, the newest first. */
  ofChange(tx: Tx | null, userId: number, changeId: string): Promise<HistoryRow[]> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('history')
      .selectAll()
      .where('user_id', '=', userId)
      .where('change_id', '=', changeId)
      .orderBy('subject', 'desc')
      .orderBy('revision', 'desc')
      .execute()
  }

  /** Marks the entries of a change as undone; returns how many weren't yet. */
  async markUndone(
    tx: Tx,
    { userId, changeId, by }: { userId: number; changeId: string; by: string },
  ): Promise<number> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('history')
      .set({ undone_by: by })
      .where('user_id', '=', userId)
      .where('change_id', '=', changeId)
      .where('undone_by', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Entries of a workspace, the oldest change first, after this place. */
  ofWorkspace(userId: number, after: EntryPlace | null, most: number): Promise<HistoryRow[]> {
    return this.db
      .readInWorker(userId)
      .selectFrom('history')
      .selectAll()
      .where('user_id', '=', userId)
      .$if(after !== null, (query) =>
        query.where((where) =>
          where(
            where.refTuple('change_id', 'subject', 'revision'),
            '>',
            where.tuple(after?.change_id ?? '', after?.subject ?? 0, after?.revision ?? 0),
          ),
        ),
      )
      .orderBy('change_id')
      .orderBy('subject')
      .orderBy('revision')
      .limit(most)
      .execute()
  }

  /** The ids of a workspace's changes that match, the newest first. */
  async changeIds(userId: number, filter: ChangeFilter, most: number): Promise<string[]> {
    const { actorKind, actorId, before } = filter
    const newest = this.db
      .readInWorker(userId)
      .selectFrom('history')
      .select(['change_id', 'actor_kind', 'actor_id'])
      .where('user_id', '=', userId)
      .$if(before !== undefined, (query) => query.where('change_id', '<', before ?? ''))
      .orderBy('change_id', 'desc')
      .limit(mostScanned)
    const rows = await this.db
      .readInWorker(userId)
      .selectFrom(newest.as('newest'))
      .select('change_id')
      .distinct()
      .$if(actorKind !== undefined, (query) => query.where('actor_kind', '=', actorKind ?? ''))
      .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? ''))
      .orderBy('change_id', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ change_id }) => change_id)
  }

  /** The first entries of each of these changes, and how many each has. */
  async ofChanges(userId: number, ids: readonly string[], mostOfEach: number) {
    if (ids.length === 0) return []
    const numbered = this.db
      .readInWorker(userId)
      .selectFrom('history')
      .selectAll()
      .select([
        sql<number>`row_number() over (partition by change_id order by subject, revision)`.as('place'),
        sql<number>`count(*) over (partition by change_id)`.as('total'),
      ])
      .where('user_id', '=', userId)
      .where('change_id', 'in', ids)
    return await this.db
      .readInWorker(userId)
      .selectFrom(numbered.as('numbered'))
      .selectAll()
      .where('place', '<=', mostOfEach)
      .orderBy('change_id', 'desc')
      .orderBy('place')
      .execute()
  }

  /**
   * The names of the people, keys and applications with these ids, as a workspace may know them. Whoever was deleted is missing.
   */
  async names(
    userId: number,
    { people, keys, apps }: { people: number[]; keys: string[]; apps: string[] },
  ): Promise<Map<string, string>> {
    const { read } = this.db
    const names = new Map<string, string>()
    if (people.length > 0)
      // Links bring their history from other workspaces, whose people haven't shared their e-mail addresses with anybody here.
      for (const { id, name, email, member } of await read
        .selectFrom('users')
        .leftJoin('workspace_members as member', (join) =>
          join.onRef('member.person_id', '=', 'users.id').on('member.workspace_id', '=', userId),
        )
        .select(['users.id', 'users.name', 'users.email', 'member.person_id as member'])
        .where('users.id', 'in', people)
        .where('users.deleted_at', 'is', null)
        .execute())
        names.set(String(id), name || (id === userId || member !== null ? email : ''))
    if (keys.length > 0)
      for (const { id, name } of await read
        .selectFrom('api_keys')
        .select(['id', 'name'])
        .where('id', 'in', keys)
        .execute())
        names.set(id, name)
    if (apps.length > 0)
      for (const { id, name } of await read
        .selectFrom('oauth_apps')
        .select(['id', 'name'])
        .where('id', 'in', apps)
        .execute())
        names.set(id, name)
    return names
  }

  /** Gives the history of subjects to the workspace that they move to. */
  async move(tx: Tx, subjects: readonly number[], userId: number): Promise<void> {
    await within(tx)
      .updateTable('history')
      .set({ user_id: userId })
      .where('subject', 'in', subjects)
      .execute()
  }

  async forget(tx: Tx, subjects: readonly number[]): Promise<void> {
    await within(tx).deleteFrom('history').where('subject', 'in', subjects).execute()
  }

  /** Deletes some of a workspace's entries; false if it has none. */
  async erase(userId: number): Promise<boolean> {
    return (await deleteSome(this.db, 'history', 'change_id', ['user_id', '=', userId])) > 0
  }

  /** Records that something was deleted, and belongs to nobody now. */
  async keepDeleted(tx: Tx, thing: DeletedThing): Promise<void> {
    await within(tx).insertInto('deleted_things').values(thing).execute()
  }

  /** Removes the record of something that was deleted from this workspace; undefined if it can no longer come back. */
  async takeDeleted(tx: Tx, userId: number, subject: number): Promise<DeletedThing | undefined> {
    return await within(tx)
      .deleteFrom('deleted_things')
      .where('subject', '=', subject)
      .where('user_id', '=', userId)
      .where('purged', '=', 0)
      .returning(['subject', 'user_id', 'deleted_at', 'kept'])
      .executeTakeFirst()
  }

  /** Ends the undo of a deletion; false if there is none of this workspace. */
  async endUndo(tx: Tx, userId: number, subject: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('deleted_things')
      .set({ purged: 1 })
      .where('subject', '=', subject)
      .where('user_id', '=', userId)
      .where('purged', '=', 0)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Ends the undo of what was deleted before `moment` (or, with `userId`, from that workspace), and returns some of what
   * is to be erased, with subjects of at least `from` and less than `until`.
   */
  async due(
    { from, until }: { from: number; until: number },
    which: { before: number } | { userId: number },
    most: number,
  ): Promise<DeletedThing[]> {
    return await this.db.transaction(async (tx) => {
      const mine = within(tx)
        .selectFrom('deleted_things')
        .select('subject')
        .where('subject', '>=', from)
        .where('subject', '<', until)
        .where((where) =>
          'userId' in which
            ? where('user_id', '=', which.userId)
            : where.or([where('purged', '=', 1), where('deleted_at', '<', which.before)]),
        )
        .limit(most)
      return await within(tx)
        .updateTable('deleted_things')
        .set({ purged: 1 })
        .where('subject', 'in', mine)
        .returning(['subject', 'user_id', 'deleted_at', 'kept'])
        .execute()
    })
  }

  /** Forgets what has been erased, with its history. */
  async forgetDeleted(subjects: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.forget(tx, subjects)
      await within(tx).deleteFrom('deleted_things').where('subject', 'in', subjects).execute()
    })
  }
}

const insertFirst = statement((query, entry: NewEntry) =>
  query.insertInto('history').values({ ...columnsOf(entry), revision: 1 }),
)

const insertNext = statement((query, entry: NewEntry) =>
  query
    .insertInto('history')
    .values({
      ...columnsOf(entry),
      revision: sql<number>`(select coalesce(max(revision), 0) + 1 from history where subject = ${entry.subject})`,
    })
    .returning('revision'),
)

function columnsOf(entry: NewEntry): NewEntry {
  const { subject, user_id, change_id, kind, action, at, actor_kind, actor_id, changes, undoes } = entry
  return { subject, user_id, change_id, kind, action, at, actor_kind, actor_id, changes, undoes }
}
