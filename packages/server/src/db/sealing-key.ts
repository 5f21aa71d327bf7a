// Which key the secrets in the database are sealed with, so that another one is noticed before they are needed.
import type { Secrets } from '../platform/security/secrets.ts'
import type { Tx } from '../platform/transaction.ts'
import { type BareDatabase, within } from './database.ts'

const fact = 'sealing_key'

type Keys = Pick<Secrets, 'fingerprint' | 'fallbackFingerprints'>

/**
 * Whether what is sealed here can be opened. Remembers the key by its fingerprint. `fallback`: the instance seals with a key
 * that is a fallback here, so its secrets are still to be resealed. `unknown`: none of the keys has sealed what is there. Where
 * nothing is sealed, another key is as good.
 */
export async function recogniseSealingKey(
  db: BareDatabase,
  { fingerprint, fallbackFingerprints }: Keys,
): Promise<'current' | 'fallback' | 'unknown'> {
  // Nearly every start finds it as it was, and has nothing to write.
  if ((await knownSealingKey(db)) === fingerprint) return 'current'
  return await db.transaction(async (tx) => {
    const known = await rememberedKey(tx, fingerprint)
    if (known === fingerprint) return 'current'
    const sealed = await within(tx)
      .selectFrom('users')
      .select('id')
      .where('totp_secret', 'is not', null)
      .unionAll(within(tx).selectFrom('webhook_endpoints').select('id').where('deleted_at', 'is', null))
      .limit(1)
      .executeTakeFirst()
    if (sealed) return fallbackFingerprints.includes(known) ? 'fallback' : 'unknown'
    await writeKey(tx, fingerprint)
    return 'current'
  })
}

/** From now on the instance seals with this key. */
export function setSealingKey(db: BareDatabase, fingerprint: string): Promise<void> {
  return db.transaction((tx) => writeKey(tx, fingerprint))
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
 * Whether this is the key that the instance seals with, or a fallback is: the one that it knows, or, where it knows none yet,
 * this one from now on. For whoever seals beside a running server, which could not open what another key has sealed.
 */
export async function isSealingKey(
  db: BareDatabase,
  { fingerprint, fallbackFingerprints }: Keys,
): Promise<boolean> {
  const known = await db.transaction((tx) => rememberedKey(tx, fingerprint))
  return known === fingerprint || fallbackFingerprints.includes(known)
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

async function writeKey(tx: Tx, fingerprint: string): Promise<void> {
  await within(tx)
    .insertInto('instance_facts')
    .values({ name: fact, value: fingerprint })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: fingerprint }))
    .execute()
}
