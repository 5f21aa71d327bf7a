// Checks the contents of the database, on either engine: whether this version can use it, and whether the key fits.
import type { Config } from '../../../config/config.ts'
import { additiveTable, compareMigrations, migrationTable } from '../../../db/migrate.ts'
import { sealedRow, sealedRowsAfter } from '../../../db/resealing.ts'
import { countNoun } from '../../../platform/plural.ts'
import { reseal, type SealedRow } from '../../../platform/security/sealed-column.ts'
import { createSecrets, hasKey, type Secrets } from '../../../platform/security/secrets.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

/** Runs a query without parameters on the open database. */
export type RunQuery = (statement: string) => Promise<Record<string, unknown>[]>

export interface Contents {
  findings: Finding[]
  /** Some of the verified custom domains; none if the tables aren't this version's. */
  domains: string[]
}

const mostDomains = 20
const rowsAtOnce = 1000

export async function examineContents(runQuery: RunQuery, config: Config): Promise<Contents> {
  const executed = await namesIn(runQuery, migrationTable)
  const { unknown } = compareMigrations(executed)
  const { pending } = compareMigrations([...executed, ...(await namesIn(runQuery, additiveTable))])
  if (unknown.length > 0)
    return {
      findings: [
        problem(
          'tables',
          `a newer version has changed the database (${unknown.join(', ')})`,
          'run that version or a newer one',
        ),
      ],
      domains: [],
    }
  if (executed.length === 0)
    return {
      findings: [ok('tables', 'the database is empty; the first start creates the tables')],
      domains: [],
    }
  const tables =
    pending.length > 0
      ? warning(
          'tables',
          `${countNoun(pending.length, 'migration')} pending`,
          'make a backup; the next start of this version runs them',
        )
      : ok('tables', 'match this version')
  const domains = await runQuery(
    `select name from domains where verified_at is not null order by id limit ${mostDomains}`,
  )
  return {
    findings: [tables, await examineKey(runQuery, config)],
    domains: domains.map(({ name }) => String(name)),
  }
}

/** Empty if there is no such table. */
async function namesIn(runQuery: RunQuery, table: string): Promise<string[]> {
  const rows = await runQuery(`select name from ${table}`).catch(() => [])
  return rows.map(({ name }) => String(name))
}

async function examineKey(runQuery: RunQuery, config: Config): Promise<Finding> {
  const { secretKey, dataDirectory } = config
  const rows = await runQuery("select value from instance_facts where name = 'sealing_key'")
  const known = rows[0]?.value
  const todo = 'restore the previous SECRET_KEY or DATA_DIR/secret.key, for example from a backup'
  if (!hasKey(secretKey, dataDirectory))
    return known === undefined
      ? ok('secret key', 'is created when the first secret is stored')
      : problem('secret key', 'is missing, but secrets in the database were encrypted with one', todo)
  try {
    const secrets = createSecrets(config, dataDirectory)
    const isFallback = secrets.fallbackFingerprints.includes(String(known))
    if (known === undefined || secrets.fingerprint === known || isFallback)
      return config.secretKeyFallbacks.length === 0
        ? ok('secret key', 'decrypts the secrets in the database')
        : await examineRotation(runQuery, secrets, isFallback)
  } catch (error) {
    return problem('secret key', reasonOf(error), todo)
  }
  return problem('secret key', 'is not the key that encrypted the secrets in the database', todo)
}

/** The progress of a key rotation: how many secrets only a fallback key opens. */
async function examineRotation(runQuery: RunQuery, secrets: Secrets, isFallback: boolean): Promise<Finding> {
  const left = { old: 0, unreadable: 0 }
  for (const column of sealedColumns) {
    let rows: SealedRow[] = []
    do {
      const after = rows.at(-1)?.id ?? 0
      rows = (await runQuery(sealedRowsAfter(column, after, rowsAtOnce))).map(sealedRow)
      for (const row of rows) {
        const { old, unreadable } = reseal(column, row, secrets)
        left.old += old
        left.unreadable += unreadable
      }
    } while (rows.length === rowsAtOnce)
  }
  if (left.unreadable > 0)
    return problem(
      'secret key',
      `${countNoun(left.unreadable, 'secret')} in the database can't be decrypted with SECRET_KEY or SECRET_KEY_FALLBACKS`,
      'add the key that encrypted them to SECRET_KEY_FALLBACKS, or ask their owners to create new ones',
    )
  if (left.old > 0 || isFallback)
    return warning(
      'secret key',
      `${countNoun(left.old, 'secret')} still encrypted with a key from SECRET_KEY_FALLBACKS`,
      'once every server has the new key, run linnet secret reseal',
    )
  return warning(
    'secret key',
    'nothing in the database needs SECRET_KEY_FALLBACKS anymore',
    'remove SECRET_KEY_FALLBACKS a day after the last server switched to the new key',
  )
}
