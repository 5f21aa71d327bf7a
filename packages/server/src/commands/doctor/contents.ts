// Examines what is in the database, on either engine: whether this version can work with it, and whether the key fits.
import type { Config } from '../../config.ts'
import { compareMigrations, migrationTable } from '../../db/migrate.ts'
import { createSecrets, hasKey } from '../../platform/secrets.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

/** Asks the open database for rows; a statement of ours without values. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

export interface Contents {
  findings: Finding[]
  /** Proved custom domains, some of them; none where the tables are not this version's. */
  domains: string[]
}

const mostDomains = 20

export async function examineContents(ask: Ask, config: Config): Promise<Contents> {
  const executed = await ask(`select name from ${migrationTable}`).catch(() => [])
  const { pending, unknown } = compareMigrations(executed.map(({ name }) => String(name)))
  if (unknown.length > 0)
    return {
      findings: [
        problem(
          'tables',
          `a newer version has changed the database (${unknown.join(', ')})`,
          'run that version, or a newer one',
        ),
      ],
      domains: [],
    }
  if (executed.length === 0)
    return {
      findings: [ok('tables', 'the database is empty; the first start makes the tables')],
      domains: [],
    }
  const tables =
    pending.length > 0
      ? warning(
          'tables',
          `${pending.length} changes of tables are due`,
          'make a backup; the next start of this version makes them',
        )
      : ok('tables', 'are those of this version')
  const domains = await ask(
    `select name from domains where verified_at is not null order by id limit ${mostDomains}`,
  )
  return {
    findings: [tables, await examineKey(ask, config)],
    domains: domains.map(({ name }) => String(name)),
  }
}

async function examineKey(ask: Ask, { secretKey, dataDirectory }: Config): Promise<Finding> {
  const rows = await ask("select value from instance_facts where name = 'sealing_key'")
  const known = rows[0]?.value
  const todo = 'give it the SECRET_KEY, or DATA_DIR/secret.key, of before, or put it back from a backup'
  if (!hasKey(secretKey, dataDirectory))
    return known === undefined
      ? ok('secret key', 'is made when a secret is first kept')
      : problem('secret key', 'there is none, and secrets in the database were sealed with one', todo)
  try {
    if (known === undefined || createSecrets(secretKey, dataDirectory).fingerprint === known)
      return ok('secret key', 'opens the secrets in the database')
  } catch (error) {
    return problem('secret key', reasonOf(error), todo)
  }
  return problem('secret key', 'is another one than sealed the secrets in the database', todo)
}
