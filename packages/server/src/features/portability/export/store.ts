// The SQL of an export: reads in parts of limited size, each starting where the one before ended, in the query worker.
import type { Database } from '../../../db/database.ts'

// With usual data, a part has a few hundred kilobytes at most.
const rowsAtOnce = 500
const blocksAtOnce = 2

export class ExportStore {
  constructor(private readonly db: Database) {}

  /** Workspaces after the one with this number, without deleted ones. A personal one has the person's id and address. */
  workspaces(after: number) {
    return this.existing()
      .where('workspaces.id', '>', after)
      .orderBy('workspaces.id')
      .limit(rowsAtOnce)
      .execute()
  }

  workspace(publicId: string) {
    return this.existing().where('workspaces.public_id', '=', publicId).executeTakeFirst()
  }

  private existing() {
    return this.db.read
      .selectFrom('workspaces')
      .leftJoin('users', 'users.id', 'workspaces.id')
      .select(['workspaces.id', 'workspaces.public_id', 'workspaces.name'])
      .select(['users.public_id as person_public_id', 'users.email'])
      .where('workspaces.deleted_at', 'is', null)
  }

  /** The styles of these links' QR codes, if they have their own. */
  stylesOf(userId: number, linkIds: number[]) {
    return this.db
      .readInWorker(userId)
      .selectFrom('qr_settings')
      .select(['link_id', 'color', 'logo', 'logo_status'])
      .where('user_id', '=', userId)
      .where('link_id', 'in', linkIds)
      .execute()
  }

  /** The planned placements of these links, those that have any, as the clicks feature stores them. */
  plannedPlacements(userId: number, linkIds: number[]) {
    return this.db
      .readInWorker(userId)
      .selectFrom('link_placements')
      .select(['link_id', 'planned'])
      .where('link_id', 'in', linkIds)
      .execute()
  }

  /** Planned switches of these links after one of them, in the order of the links' numbers and then of their times. */
  plannedSwitches(userId: number, linkIds: number[], after: { link_id: number; at: number }) {
    return this.db
      .readInWorker(userId)
      .selectFrom('planned_switches')
      .select(['link_id', 'at', 'long_url'])
      .where('user_id', '=', userId)
      .where('link_id', 'in', linkIds)
      .where((where) => where(where.refTuple('link_id', 'at'), '>', where.tuple(after.link_id, after.at)))
      .orderBy('link_id')
      .orderBy('at')
      .limit(rowsAtOnce)
      .execute()
  }

  /** How these links are watched, as the link health feature stores it. Only has links whose owners have chosen something. */
  healthChoices(userId: number, linkIds: number[]) {
    return this.db
      .readInWorker(userId)
      .selectFrom('links')
      .leftJoin('link_checks', (join) =>
        join.onRef('link_checks.link_id', '=', 'links.id').onRef('link_checks.user_id', '=', 'links.user_id'),
      )
      .select(['links.id', 'links.when_broken', 'link_checks.chosen'])
      .where('links.user_id', '=', userId)
      .where('links.id', 'in', linkIds)
      .where((where) =>
        where.or([where('links.when_broken', 'is not', null), where('link_checks.chosen', 'is not', null)]),
      )
      .execute()
  }

  /** The account's days after one, the oldest first. */
  days(userId: number, after: string) {
    return this.db
      .readInWorker(userId)
      .selectFrom('account_days')
      .select(['day', 'clicks', 'bots', 'scans', 'visitors', 'counts'])
      .where('user_id', '=', userId)
      .where('day', '>', after)
      .orderBy('day')
      .limit(rowsAtOnce)
      .execute()
  }

  /** The account's links that were clicked on a day, after the one with this number; without those that were moved. */
  linkDays(userId: number, day: string, after: number) {
    return this.db
      .readInWorker(userId)
      .selectFrom('link_days')
      .innerJoin('links', 'links.id', 'link_days.link_id')
      .leftJoin('placement_days', (join) =>
        join
          .onRef('placement_days.day', '=', 'link_days.day')
          .onRef('placement_days.link_id', '=', 'link_days.link_id'),
      )
      .select([
        'link_days.link_id',
        'links.public_id',
        'link_days.clicks',
        'link_days.bots',
        'link_days.scans',
        'link_days.visitors',
        'link_days.counts',
        'placement_days.counts as placements',
      ])
      .where('link_days.day', '=', day)
      .where('link_days.link_id', '>', after)
      .where('links.user_id', '=', userId)
      .where('links.moved_at', 'is', null)
      .orderBy('link_days.link_id')
      .limit(rowsAtOnce)
      .execute()
  }

  /** Those of these links that came from another workspace, with the API's ids. */
  moved(userId: number, linkIds: number[]) {
    return this.db
      .readInWorker(userId)
      .selectFrom('links')
      .select(['id', 'public_id'])
      .where('id', 'in', linkIds)
      .where('moved_at', 'is not', null)
      .execute()
  }

  /** The first day on which any link was clicked; null if none was. */
  async firstLinkDay(userId: number): Promise<string | null> {
    const row = await this.db
      .readInWorker(userId)
      .selectFrom('link_days')
      .select((select) => select.fn.min('day').as('day'))
      .executeTakeFirst()
    return row?.day ?? null
  }

  /** The clicks counted under these numbers on these days. */
  countedDays(userId: number, numbers: number[], days: string[]) {
    return this.db
      .readInWorker(userId)
      .selectFrom('link_days')
      .leftJoin('placement_days', (join) =>
        join
          .onRef('placement_days.day', '=', 'link_days.day')
          .onRef('placement_days.link_id', '=', 'link_days.link_id'),
      )
      .select(['link_days.link_id', 'link_days.day', 'clicks', 'bots', 'scans', 'visitors'])
      .select(['link_days.counts', 'placement_days.counts as placements'])
      .where('link_days.day', 'in', days)
      .where('link_days.link_id', 'in', numbers)
      .orderBy('link_days.day')
      .orderBy('link_days.link_id')
      .execute()
  }

  /** Individual clicks of a day, many in each row. */
  clickBlocks(userId: number, day: string, after: number) {
    return this.db
      .readInWorker(userId)
      .selectFrom('click_blocks')
      .select(['id', 'content'])
      .where('day', '=', day)
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(blocksAtOnce)
      .execute()
  }

  /** The API's ids of these links. */
  async publicIds(userId: number, ids: number[]): Promise<Map<number, string>> {
    const names = new Map<number, string>()
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const some = await this.db
        .readInWorker(userId)
        .selectFrom('links')
        .select(['id', 'public_id'])
        .where('id', 'in', ids.slice(from, from + rowsAtOnce))
        .execute()
      for (const { id, public_id } of some) names.set(id, public_id)
    }
    return names
  }
}
