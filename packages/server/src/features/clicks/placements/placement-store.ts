// The SQL of placements: the names of links, and their clicks by name and day.
import { sql } from 'kysely'
import type { BulkTable } from '../../../db/bulk-rows.ts'
import { type BareDatabase, within } from '../../../db/database.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { LinkSums } from '../counting/tally.ts'
import { addToDay, type PlacementCounts, readPlacements, sumPlacements } from './day-placements.ts'
import { PlacementSketch, type StoredPlacements } from './sketch.ts'

interface NamesRow extends StoredPlacements {
  link_id: number
}

interface DayRow {
  day: string
  link_id: number
  counts: string
}

const names: BulkTable<NamesRow> = {
  name: 'link_placements',
  key: ['link_id'],
  columns: { link_id: 'bigint', planned: 'text', counted: 'text' },
}
const counted: BulkTable<Omit<NamesRow, 'planned'>> = {
  name: 'link_placements',
  key: ['link_id'],
  columns: { link_id: 'bigint', counted: 'text' },
}
const days: BulkTable<DayRow> = {
  name: 'placement_days',
  key: ['day', 'link_id'],
  columns: { day: 'text', link_id: 'bigint', counts: 'text' },
}
const noNames: StoredPlacements = { planned: '[]', counted: '[]' }

/** The names under which the placements of links are counted. */
export type CountedNames = ReadonlyMap<number, PlacementSketch>

export class PlacementStore {
  constructor(private readonly db: BareDatabase) {}

  /**
   * Counts the clicks of a batch by placement, on one day. Returns the names under which they are counted, by link: the rows of
   * the links stay locked until the transaction ends, so that all processes count them under the same names.
   */
  async count(tx: Tx, day: string, links: readonly LinkSums[]): Promise<CountedNames> {
    const placed = links.filter(({ sums }) => sums.placements.length > 0)
    const sketches = new Map<number, PlacementSketch>()
    if (placed.length === 0) return sketches
    const ids = placed.map(({ linkId }) => ({ link_id: linkId }))
    const stored = new Map((await this.db.bulk.lock(tx, names, ids)).map((row) => [row.link_id, row]))
    for (const { linkId, sums } of placed) {
      const sketch = new PlacementSketch(stored.get(linkId) ?? noNames)
      sketch.add(sums.placements)
      sketches.set(linkId, sketch)
    }
    const rows = [...sketches].map(([link_id, sketch]) => ({ link_id, counted: sketch.write() }))
    await this.db.bulk.put(tx, counted, rows)
    await this.addDays(tx, day, placed, sketches)
    return sketches
  }

  private async addDays(
    tx: Tx,
    day: string,
    placed: readonly LinkSums[],
    sketches: CountedNames,
  ): Promise<void> {
    const keys = placed.map(({ linkId }) => ({ day, link_id: linkId }))
    const stored = new Map((await this.db.bulk.lock(tx, days, keys)).map((row) => [row.link_id, row.counts]))
    const rows = placed.map(({ linkId, sums }): DayRow => {
      const sketch = sketches.get(linkId) as PlacementSketch
      const added: PlacementCounts = new Map()
      for (const { key, clicks } of sums.placements) {
        const name = sketch.nameOf(key)
        added.set(name, (added.get(name) ?? 0) + clicks)
      }
      const counts = addToDay(stored.get(linkId) ?? '[]', added, (key) => sketch.nameOf(key))
      return { day, link_id: linkId, counts }
    })
    await this.db.bulk.put(tx, days, rows)
  }

  /** The names of a link. */
  async names(linkId: number): Promise<PlacementSketch> {
    const row = await this.db.read
      .selectFrom('link_placements')
      .select(['planned', 'counted'])
      .where('link_id', '=', linkId)
      .executeTakeFirst()
    return new PlacementSketch(row ?? noNames)
  }

  /** Replaces the names that the owner of a link has planned; false if the workspace has no such link. */
  async plan(
    tx: Tx,
    { userId, linkId }: { userId: number; linkId: number },
    planned: readonly string[],
  ): Promise<boolean> {
    const names = JSON.stringify(planned)
    const { numInsertedOrUpdatedRows } = await within(tx)
      .insertInto('link_placements')
      .columns(['link_id', 'planned'])
      .expression((query) =>
        query
          .selectFrom('links')
          .select(['id', sql<string>`cast(${names} as text)`.as('planned')])
          .where('id', '=', linkId)
          .where('user_id', '=', userId),
      )
      .onConflict((conflict) => conflict.column('link_id').doUpdateSet({ planned: names }))
      .executeTakeFirstOrThrow()
    return Boolean(numInsertedOrUpdatedRows)
  }

  /** The clicks of a link by placement on these days (`YYYY-MM-DD`). */
  async clicks(linkId: number, wanted: readonly string[]): Promise<PlacementCounts> {
    const rows = await this.db.read
      .selectFrom('placement_days')
      .select('counts')
      .where('day', 'in', wanted)
      .where('link_id', '=', linkId)
      .orderBy('day')
      .execute()
    return sumPlacements(rows.flatMap(({ counts }) => readPlacements(counts)))
  }
}
