// The SQL of logo jobs: claiming them, storing their results, and abandoning those that never finish.
import type { Selectable } from 'kysely'
import { type BareDatabase, within } from '../../../db/database.ts'
import type { QrSettingsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { StyleChange } from './store.ts'

/** If processes die or freeze over the same logo this often, the logo is the cause. */
const mostLostClaims = 3

type QrSettingsRow = Selectable<QrSettingsTable>

/** A logo that this process has claimed, until `logo_due_at`. */
export type ClaimedLogo = Pick<QrSettingsRow, 'user_id' | 'link_id' | 'logo_tries'> & {
  logo: string
  logo_due_at: number
}

/** One claim of a logo. Another claim, or another logo, has a different `logo_due_at`. */
export type LogoClaim = Pick<ClaimedLogo, 'user_id' | 'link_id' | 'logo' | 'logo_due_at'>

export type AbandonedLogo = Pick<QrSettingsRow, 'user_id'> & { logo: string }

export class LogoStore {
  constructor(private readonly db: BareDatabase) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /**
   * Claims due logos, at most one of each account and none of the accounts in `except`, until a moment (Unix seconds) by
   * which a live process has reported back. Abandons those whose claims were lost too often.
   */
  async claim(
    now: number,
    until: number,
    most: number,
    except: readonly number[],
  ): Promise<{ claimed: ClaimedLogo[]; abandoned: number }> {
    const claimed: ClaimedLogo[] = []
    let abandoned = 0
    if (most <= 0) return { claimed, abandoned }
    const due = await this.db.read
      .selectFrom('qr_settings')
      .innerJoin('workspaces', 'workspaces.id', 'qr_settings.user_id')
      .select(['user_id', 'link_id', 'logo', 'logo_due_at', 'logo_tries', 'logo_claims'])
      .where('logo_due_at', '<=', now)
      .where('workspaces.deleted_at', 'is', null)
      .$if(except.length > 0, (due) => due.where('user_id', 'not in', except))
      .orderBy('logo_due_at')
      .limit(most)
      .execute()
    for (const { logo, logo_due_at, logo_tries, logo_claims, ...key } of due) {
      if (logo === null || logo_due_at === null) continue
      if (logo_claims >= mostLostClaims) {
        if (await abandonLogo(this.db, { ...key, logo, logo_due_at }, now)) abandoned++
        continue
      }
      if (claimed.some((one) => one.user_id === key.user_id)) continue
      const { numUpdatedRows } = await this.db.transaction((tx) =>
        within(tx)
          .updateTable('qr_settings')
          .set({ logo_due_at: until, logo_tries: logo_tries + 1, logo_claims: logo_claims + 1 })
          .where('user_id', '=', key.user_id)
          .where('link_id', '=', key.link_id)
          .where('logo', '=', logo)
          .where('logo_due_at', '=', logo_due_at)
          .where('logo_tries', '=', logo_tries)
          .executeTakeFirst(),
      )
      if (numUpdatedRows > 0n) claimed.push({ ...key, logo, logo_due_at: until, logo_tries: logo_tries + 1 })
    }
    return { claimed, abandoned }
  }

  /** Stores the result of a claimed logo; false if it was changed, claimed again or abandoned meanwhile. */
  async settle(tx: Tx, claimed: ClaimedLogo, change: StyleChange): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('qr_settings')
      .set({ ...change, logo_claims: 0 })
      .where('user_id', '=', claimed.user_id)
      .where('link_id', '=', claimed.link_id)
      .where('logo', '=', claimed.logo)
      .where('logo_due_at', '=', claimed.logo_due_at)
      .where('logo_tries', '=', claimed.logo_tries)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Takes the abandoned logos of at most this many owners. Only one process gets each of them. `written` runs in the same
   * transaction.
   */
  async takeAbandoned(
    owners: number,
    written: (tx: Tx, taken: AbandonedLogo[]) => Promise<void>,
  ): Promise<AbandonedLogo[]> {
    const found = await this.db.read
      .selectFrom('qr_settings')
      .innerJoin('workspaces', 'workspaces.id', 'qr_settings.user_id')
      .select('workspaces.id')
      .distinct()
      .where('logo_given_up_at', 'is not', null)
      .where('workspaces.deleted_at', 'is', null)
      .limit(owners)
      .execute()
    if (found.length === 0) return []
    const ids = found.map(({ id }) => id)
    return await this.db.transaction(async (tx) => {
      const rows = await within(tx)
        .updateTable('qr_settings')
        .set({ logo_given_up_at: null })
        .where('user_id', 'in', ids)
        .where('logo_given_up_at', 'is not', null)
        .returning(['user_id', 'logo'])
        .execute()
      const taken = rows.map(({ user_id, logo }) => ({ user_id, logo: logo ?? '' }))
      await written(tx, taken)
      return taken
    })
  }
}

/**
 * Abandons a logo job: it has failed, and is not claimed again until its owner sets a logo. False if it was settled, changed
 * or claimed again meanwhile. Only needs a connection, so that another thread can do it while the one that claimed the job is
 * blocked. `now` in Unix seconds.
 */
export async function abandonLogo(
  db: Pick<BareDatabase, 'transaction'>,
  claim: LogoClaim,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction((tx) =>
    within(tx)
      .updateTable('qr_settings')
      .set({ logo_status: 'failed', logo_due_at: null, logo_claims: 0, logo_given_up_at: now })
      .where('user_id', '=', claim.user_id)
      .where('link_id', '=', claim.link_id)
      .where('logo', '=', claim.logo)
      .where('logo_due_at', '=', claim.logo_due_at)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
