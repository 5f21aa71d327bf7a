// `linnet export` on the database of a running instance, in this process.
import { create } from '../../packages/server/src/cli/commands/export.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { commandJson } from '../commands.ts'
import type { Instance } from '../instance.ts'

export async function exportCommand(
  instance: Instance,
  words: string[],
  settings: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { env } = instance.database
  const more = { PORT: new URL(instance.url).port, PLANS_FILE: `${env.DATA_DIR}/plans.json` }
  const config = readConfig({ ...env, ...more, ...settings })
  const command = create({ config, clock: instance.clock, log: createLog('error') })
  const mask = process.umask(0o077)
  try {
    return await commandJson([command], ['export', ...words])
  } finally {
    process.umask(mask)
  }
}
