// The SQL of custom domains.
import { sql } from 'kysely'
import { type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { DomainTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { subjectNumber } from '../../clicks/index.ts'
import { settingsTopic } from './settings-store.ts'

export type DomainRow = Omit<DomainTable, 'id'> & { id: number }

const claimsAtOnce = 100
const scheduledAtOnce = 500

/** Writes to the audit log in the transaction of a change, if there is one. */
export type Log = (tx: Tx) => Promise<void>
const noLog: Log = async () => {}

/** The topic announced when a domain is verified or given up, so that caches forget it. */
export function domainTopic(name: string): string {
  return `domain:${name}`
}

// Each new destination asks whether its host is a custom domain.
const claimsOf = statement((query, { name }: { name: string }) =>
  query
    .selectFrom('domains')
    .select(['id', 'verified_at'])
    .where('name', '=', name)
    // Anyone can claim a name, so there may be many claims; the verified one comes first.
    .orderBy((by) => by.case().when('verified_at', 'is', null).then(1).else(0).end())
    .limit(1),
)

const formerOf = statement((query, { hash }: { hash: string }) =>
  query.selectFrom('former_domains').select('name_hash').where('name_hash', '=', hash),
)

export class DomainStore {
  constructor(private readonly db: Database) {}

  subscribe(listener: (topic: string | null) => void): void {
    this.db.subscribe(listener)
  }

  /** Reads at once which domains other processes have verified or given up. */
  catchUp(): void {
    this.db.catchUp()
  }

  /** Oldest first; only those after the domain `after`, if given. */
  page(userId: number, after: string | null, limit: number): Promise<DomainRow[]> {
    const query = this.db.read
      .selectFrom('domains')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('public_id')
      .limit(limit)
    return (after === null ? query : query.where('public_id', '>', after)).execute()
  }

  byPublicId(userId: number, publicId: string): Promise<DomainRow | undefined> {
    return this.db.read
      .selectFrom('domains')
      .selectAll()
      .where('user_id', '=', userId)
      .where('public_id', '=', publicId)
      .executeTakeFirst()
  }

  byName(userId: number, name: string): Promise<DomainRow | undefined> {
    return this.db.read
      .selectFrom('domains')
      .selectAll()
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
  }

  /** The verified domain of this name, whoever owns it. */
  verifiedByName(name: string): Promise<DomainRow | undefined> {
    return this.db.read
      .selectFrom('domains')
      .selectAll()
      .where('name', '=', name)
      .where('verified_at', 'is not', null)
      .executeTakeFirst()
  }

  /** Those of these names that are verified domains. */
  async verifiedAmong(names: string[]): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('domains')
      .select('name')
      .where('name', 'in', names)
      .where('verified_at', 'is not', null)
      .execute()
    return rows.map(({ name }) => name)
  }

  async verifiedNames(userId: number, limit: number): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('domains')
      .select('name')
      .where('user_id', '=', userId)
      .where('verified_at', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ name }) => name)
  }

  /**
   * The verified domain of this name; `unserved` if a claim isn't verified yet or the domain was given up; null for a name that
   * nobody has claimed.
   */
  async statusOf(name: string): Promise<number | 'unserved' | null> {
    const [claim] = (await claimsOf(this.db.read, { name })).rows
    if (claim) return claim.verified_at === null ? 'unserved' : claim.id
    const [former] = (await formerOf(this.db.read, { hash: sha256(name) })).rows
    return former ? 'unserved' : null
  }

  /**
   * The account's claim on this name: its existing one or a new one; null if it already has `most` domains. `most` is null
   * for no limit.
   */
  claim(domain: Omit<DomainRow, 'id'>, most: null, log?: Log): Promise<DomainRow>
  claim(domain: Omit<DomainRow, 'id'>, most: number, log?: Log): Promise<DomainRow | null>
  claim(domain: Omit<DomainRow, 'id'>, most: number | null, log = noLog): Promise<DomainRow | null> {
    const { user_id, name } = domain
    return this.db.transaction(async (tx) => {
      await this.db.lock(tx, [`domains:${user_id}`])
      const owned = within(tx).selectFrom('domains').where('user_id', '=', user_id)
      const known = await owned.selectAll().where('name', '=', name).executeTakeFirst()
      if (known) return known
      const { count } = await owned
        .select((of) => of.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      if (most !== null && Number(count) >= most) return null
      await this.db.announce(tx, domainTopic(name))
      await log(tx)
      return await within(tx).insertInto('domains').values(domain).returningAll().executeTakeFirstOrThrow()
    })
  }

  /**
   * Marks a claim as verified, to be proved again at `proofDueAt`. A domain that another account has verified is taken over if
   * that account's proof is missing, and returned as `taken`. Null if it isn't missing, or the claim was deleted.
   */
  async setVerified(
    row: DomainRow,
    { now, proofDueAt }: { now: number; proofDueAt: number },
    { own = noLog, taken: taking }: { own?: Log; taken?: (tx: Tx, former: DomainRow) => Promise<void> } = {},
  ): Promise<{ taken: DomainRow | null } | null> {
    try {
      return await this.db.transaction(async (tx) => {
        const taken = await this.takeOver(tx, row)
        const { numUpdatedRows } = await within(tx)
          .updateTable('domains')
          .set({ verified_at: now, proof_due_at: proofDueAt, proof_failures: null, unproved_at: null })
          .where('id', '=', row.id)
          .executeTakeFirst()
        await within(tx).deleteFrom('former_domains').where('name_hash', '=', sha256(row.name)).execute()
        await this.db.announce(tx, domainTopic(row.name))
        if (numUpdatedRows === 0n) return null
        if (taken) await taking?.(tx, taken)
        await own(tx)
        return { taken }
      })
    } catch (error) {
      if (isUniqueViolation(error)) return null
      throw error
    }
  }

  /** Ends another account's verification of the same name, if its proof is missing. */
  private async takeOver(tx: Tx, row: DomainRow): Promise<DomainRow | null> {
    const former = await within(tx)
      .updateTable('domains')
      .set({ verified_at: null, proof_due_at: null, proof_failures: null, unproved_at: null })
      .where('name', '=', row.name)
      .where('id', '<>', row.id)
      .where('verified_at', 'is not', null)
      .where('unproved_at', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    return former ?? null
  }

  /** Gives domains that have no time for a proof yet one within the next `spread` seconds. */
  async scheduleFirstProofs(now: number, spread: number): Promise<void> {
    const some = this.db.read
      .selectFrom('domains')
      .select('id')
      .where('verified_at', 'is not', null)
      .where('proof_due_at', 'is', null)
      .limit(scheduledAtOnce)
    if ((await some.executeTakeFirst()) === undefined) return
    await this.db.transaction(async (tx) => {
      await within(tx)
        .updateTable('domains')
        // Neighbours get times far apart.
        .set({ proof_due_at: sql<number>`${now} + (id * 7919) % ${spread}` })
        .where('id', 'in', some)
        .execute()
    })
  }

  /** Verified domains whose record is to be looked up again, the longest due first. */
  dueForProof(now: number, limit: number): Promise<DomainRow[]> {
    return this.db.read
      .selectFrom('domains')
      .selectAll()
      .where('verified_at', 'is not', null)
      .where('proof_due_at', '<=', now)
      .orderBy('proof_due_at')
      .limit(limit)
      .execute()
  }

  /** Records a proof of a domain that is still verified. */
  async recordProof(
    row: DomainRow,
    change: Partial<Pick<DomainRow, 'proof_due_at' | 'proof_failures' | 'unproved_at'>>,
    log = noLog,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { numUpdatedRows } = await within(tx)
        .updateTable('domains')
        .set(change)
        .where('id', '=', row.id)
        .where('verified_at', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await log(tx)
    })
  }

  /** Locks a verified domain until the transaction ends, by writing it unchanged; false if it has been removed. */
  async lock(tx: Tx, id: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('domains')
      .set((set) => ({ verified_at: set.ref('verified_at') }))
      .where('id', '=', id)
      .where('verified_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** The same, verified or not. */
  async lockClaim(tx: Tx, id: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('domains')
      .set((set) => ({ verified_at: set.ref('verified_at') }))
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Deletes some claims of a deleted account that has no links left; false if it has none. */
  erase(userId: number, now: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const claims = await within(tx)
        .selectFrom('domains')
        .select(['id', 'name', 'verified_at'])
        .where('user_id', '=', userId)
        .limit(claimsAtOnce)
        .execute()
      for (const claim of claims) {
        await within(tx).deleteFrom('domains').where('id', '=', claim.id).execute()
        await this.giveUp(tx, claim, now)
      }
      return claims.length > 0
    })
  }

  /** Deletes a claim; false if there are codes on the domain. Those that only deleted things still hold are given up. */
  remove(row: DomainRow, now: number, log = noLog): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      // Waits for links that are being put on the domain, so that they are seen.
      await this.lock(tx, row.id)
      const removed = await within(tx)
        .deleteFrom('domains')
        .where('id', '=', row.id)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('codes')
                .select('code')
                .where('domain_id', '=', row.id)
                .where(subjectOfCode, 'not in', held(within(tx), row.user_id)),
            ),
          ),
        )
        .returning(['id', 'name', 'verified_at'])
        .executeTakeFirst()
      if (removed) {
        await this.endDeletions(tx, row)
        await this.giveUp(tx, removed, now)
        await log(tx)
      }
      return removed !== undefined
    })
  }

  /** What was deleted on the domain can't come back there. */
  private async endDeletions(tx: Tx, { id, user_id }: DomainRow): Promise<void> {
    const codes = within(tx)
      .selectFrom('codes')
      .select(subjectOfCode.as('subject'))
      .where('domain_id', '=', id)
    await within(tx)
      .updateTable('deleted_things')
      .set({ purged: 1 })
      .where('user_id', '=', user_id)
      .where('subject', 'in', codes)
      .execute()
    await within(tx).deleteFrom('codes').where('domain_id', '=', id).execute()
  }

  /** Deletes a domain's settings, and remembers its name if it was verified. Anyone could have made an unverified claim on it. */
  private async giveUp(
    tx: Tx,
    { id, name, verified_at }: Pick<DomainRow, 'id' | 'name' | 'verified_at'>,
    now: number,
  ): Promise<void> {
    await within(tx).deleteFrom('domain_settings').where('domain_id', '=', id).execute()
    await this.db.announce(tx, settingsTopic(id))
    if (verified_at !== null)
      await within(tx)
        .insertInto('former_domains')
        .values({ name_hash: sha256(name), given_up_at: now })
        .onConflict((conflict) => conflict.column('name_hash').doUpdateSet({ given_up_at: now }))
        .execute()
    await this.db.announce(tx, domainTopic(name))
  }
}

/** What holds a code, as the history numbers it. */
const subjectOfCode = sql<number>`coalesce(codes.link_id, codes.microsite_id + ${sql.lit(subjectNumber('microsite', 0))})`

/** What a workspace deleted within the last hour, and what is being erased. */
function held(query: Query, userId: number) {
  return query.selectFrom('deleted_things').select('subject').where('user_id', '=', userId)
}
