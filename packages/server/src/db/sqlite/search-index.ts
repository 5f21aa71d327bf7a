// Updates SQLite's search index from the change log, a few changes at a time.
import type { Database as Connection } from 'bun:sqlite'
import { indexedText, ownersOf } from '../link-search.ts'

// While a batch is written, all other writers wait, and so do reads in this thread, which gets a tenth of a busy core. So a
// batch ends before they notice, after so many changes or characters.
const batchSize = 25
const batchCharacters = 10_000
// How many changes are indexed while a search waits: with more, a scan of all links would be as fast.
const mostBehind = 5000
// Indexed changes stay in the log for a while, for cached totals.
const keptChanges = 10_000

interface Change {
  seq: number
  link_id: number
  old_text: string | null
  old_owner: string | null
  new_text: string | null
  new_owner: string | null
}

export class SearchIndex {
  constructor(
    private readonly connection: Connection,
    private readonly batch = batchSize,
  ) {}

  /**
   * Indexes everything that was written before; false if that takes longer than this many milliseconds. Throws if it is too
   * much, or the database can't be written.
   */
  catchUp(milliseconds = Number.POSITIVE_INFINITY): boolean {
    const end = performance.now() + milliseconds
    const newest = this.connection.query<{ seq: number }, []>(`select ${newestChange} as seq`).get()?.seq ?? 0
    if (newest - this.position() > Math.max(mostBehind, this.batch))
      throw new Error('the index is far behind')
    while (this.position() < newest) {
      if (performance.now() > end) return false
      this.step()
    }
    return true
  }

  /** Whether some changes are not indexed yet. */
  isBehind(): boolean {
    return this.changes(1).length > 0
  }

  /** Indexes a batch; false if nothing was left. */
  step(): boolean {
    if (!this.isBehind()) return false
    this.connection.run('BEGIN IMMEDIATE')
    try {
      // Read again under the lock: another process may have indexed them.
      const changes = this.changes(this.batch)
      const most = (this.batch / batchSize) * batchCharacters
      let last: Change | undefined
      for (let taken = 0, at = 0; at < changes.length && taken < most; at++) {
        last = changes[at] as Change
        this.take(last)
        taken += (last.old_text?.length ?? 0) + (last.new_text?.length ?? 0)
      }
      if (last) {
        this.connection.query('update search_position set seq = ?').run(last.seq)
        this.connection.query('delete from link_changes where seq <= ?').run(last.seq - keptChanges)
      }
      this.connection.run('COMMIT')
      return changes.length > 0
    } catch (error) {
      if (this.connection.inTransaction) this.connection.run('ROLLBACK')
      throw error
    }
  }

  private position(): number {
    return this.connection.query<{ seq: number }, []>('select seq from search_position').get()?.seq ?? 0
  }

  private changes(most: number): Change[] {
    const statement = this.connection.query<Change, [number, number]>(`
      select seq, link_id, ${indexedText('old_text')} as old_text, ${indexedText('new_text')} as new_text,
        ${ownersOf('user_id', 'old_archived')} as old_owner, ${ownersOf('user_id', 'new_archived')} as new_owner
      from link_changes where seq > ? order by seq limit +?
    `)
    return statement.all(this.position(), most)
  }

  private take({ link_id, old_text, old_owner, new_text, new_owner }: Change): void {
    if (old_text !== null)
      this.connection
        .query(`insert into link_index (link_index, rowid, text, owner) values ('delete', ?, ?, ?)`)
        .run(link_id, old_text, old_owner)
    if (new_text !== null)
      this.connection
        .query('insert into link_index (rowid, text, owner) values (?, ?, ?)')
        .run(link_id, new_text, new_owner)
  }
}

/** The number of the newest change, as SQL, even if all of them have been deleted. */
export const newestChange = `(select coalesce(max(seq), 0) from sqlite_sequence where name = 'link_changes')`

/** How many changes are not in the index, as SQL. */
export const unindexedChanges = `${newestChange} - (select seq from search_position)`
