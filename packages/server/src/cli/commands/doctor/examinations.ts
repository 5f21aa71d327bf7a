// All checks of an installation, in the order of the report. None of them changes anything.
import type { Config } from '../../../config/config.ts'
import { examineAddresses } from './address.ts'
import type { Contents } from './contents.ts'
import type { Finding } from './finding.ts'
import { examineFolder, examineLimits } from './folder.ts'
import { examineBucket, examineCountries, examineMail } from './services.ts'
import { examineShortHost } from './short-host.ts'
import { examineSqlite } from './sqlite.ts'

export async function examine(config: Config): Promise<Finding[]> {
  const folder = examineFolder(config)
  const { findings, domains } = await database(config)
  const others = await Promise.all([
    examineAddresses(config, domains),
    examineShortHost(config),
    examineMail(config),
    examineBucket(config),
    examineCountries(config),
    examineLimits(),
  ])
  return [...folder, ...findings, ...others.flat()]
}

async function database(config: Config): Promise<Contents> {
  const { databaseUrl } = config
  if (databaseUrl === null) return await examineSqlite(config)
  const { examinePostgres } = await import('./postgres.ts')
  return await examinePostgres({ ...config, databaseUrl })
}
