// Remembers which key seals the secrets in the database, so that a wrong key is noticed before they are needed.
import type { Secrets } from '../platform/security/secrets.ts'
import type { Tx } from '../platform/transaction.ts'
import { type BareDatabase, within } from './database.ts'

const fact = 'sealing_key'

type Keys = Pick<Secrets, 'fingerprint' | 'fallbackFingerprints'>

/**
 * Whether the sealed secrets can be opened. The key is remembered by its fingerprint. `fallback`: the instance seals with a
 * key that is a fallback here, so its secrets are still to be resealed. `unknown`: none of the keys sealed them. If nothing
 * is sealed, any key is accepted.
 */
export async function recogniseSealingKey(
  db: BareDatabase,
  { fingerprint, fallbackFingerprints }: Keys,
): Promise<'current' | 'fallback' | 'unknown'> {
  // At nearly every start, the key is unchanged and nothing has to be written.
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

/** The fingerprint of the key that the instance seals with; null if there is none yet. */
export async function knownSealingKey(db: BareDatabase): Promise<string | null> {
  const known = await db.read
    .selectFrom('instance_facts')
    .select('value')
    .where('name', '=', fact)
    .executeTakeFirst()
  return known?.value ?? null
}

/**
 * Whether the instance seals with this key, or with one of its fallbacks; if it has none yet, with this one from now on. For
 * commands that seal while a server runs, which could not open what another key sealed.
 */
export async function isSealingKey(
  db: BareDatabase,
  { fingerprint, fallbackFingerprints }: Keys,
): Promise<boolean> {
  const known = await db.transaction((tx) => rememberedKey(tx, fingerprint))
  return known === fingerprint || fallbackFingerprints.includes(known)
}

/** The fingerprint of the instance's key; this one from now on if it had none. */
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
