// Which key the secrets in the database are sealed with, so that another one is noticed before they are needed.
import type { Tx } from '../platform/transaction.ts'
import { type BareDatabase, within } from './database.ts'

const fact = 'sealing_key'

/**
 * Remembers the key by its fingerprint. False where another one has sealed what is there: it can't be opened. Where
 * nothing is sealed, another key is as good.
 */
export async function recogniseSealingKey(db: BareDatabase, fingerprint: string): Promise<boolean> {
  // Nearly every start finds it as it was, and has nothing to write.
  if ((await knownSealingKey(db)) === fingerprint) return true
  return await db.transaction(async (tx) => {
    if ((await rememberedKey(tx, fingerprint)) === fingerprint) return true
    const sealed = await within(tx)
      .selectFrom('users')
      .select('id')
      .where('totp_secret', 'is not', null)
      .unionAll(within(tx).selectFrom('webhook_endpoints').select('id').where('deleted_at', 'is', null))
      .limit(1)
      .executeTakeFirst()
    if (sealed) return false
    await within(tx)
      .updateTable('instance_facts')
      .set({ value: fingerprint })
      .where('name', '=', fact)
      .execute()
    return true
  })
}

/** The fingerprint of the key that the instance seals with; null where it knows none yet. */
export async function knownSealingKey(db: BareDatabase): Promise<string | null> {
  const known = await db.read
    .selectFrom('instance_facts')
    .select('value')
    .where('name', '=', fact)
    .executeTakeFirst()
  return known?.value ?? null
}

/**
 * Whether this is the key that the instance seals with: the one that it knows, or, where it knows none yet, this one from
 * now on. For whoever seals beside a running server, which could not open what another key has sealed.
 */
export async function isSealingKey(db: BareDatabase, fingerprint: string): Promise<boolean> {
  return (await db.transaction((tx) => rememberedKey(tx, fingerprint))) === fingerprint
}

/** The key that the instance knows; this one from now on where it knew none. */
async function rememberedKey(tx: Tx, fingerprint: string): Promise<string> {
  await within(tx)
    .insertInto('instance_facts')
    .values({ name: fact, value: fingerprint })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await within(tx)
    .selectFrom('instance_facts')
    .select('value')
    .where('name', '=', fact)
    .executeTakeFirstOrThrow()
  return value
}
