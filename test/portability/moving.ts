// A SQLite instance, the empty PostgreSQL that it is moved to, and what is compared between them.
import { operations } from '@linnet/contract'
import { runCommand } from '../../packages/server/src/cli/command-line.ts'
import { create } from '../../packages/server/src/cli/commands/move.ts'
import { type Environment, readConfig } from '../../packages/server/src/config/config.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { type FreshDatabase, freshDatabase } from '../databases.ts'
import type { Instance } from '../instance.ts'
import type { CommandOutput } from '../machine/child-output.ts'

export interface Moving {
  source: FreshDatabase
  /** The same folder with PostgreSQL: the settings for the move, and for the server after it. */
  target: FreshDatabase
  /** Runs the command in this process, with other settings if given. */
  move(settings?: Environment): Promise<CommandOutput>
  remove(): Promise<void>
}

export async function beginMoving(): Promise<Moving> {
  const [source, postgres] = [await freshDatabase('sqlite'), await freshDatabase('postgres')]
  const env = { ...source.env, DATABASE_URL: postgres.env.DATABASE_URL as string }
  return {
    source,
    target: { env, remove: async () => {} },
    async move(settings = env) {
      const [out, error]: [string[], string[]] = [[], []]
      const output = {
        out: (text: string) => void out.push(`${text}\n`),
        error: (text: string) => void error.push(`${text}\n`),
      }
      const command = create({ config: readConfig(settings), clock: systemClock, log: createLog('error') })
      const status = await runCommand([command], ['move'], output)
      return { out: out.join(''), error: error.join(''), status }
    },
    async remove() {
      await source.remove()
      await postgres.remove()
    },
  }
}

// Specific to the process that responds, or new each time.
const ofTheServer = [
  ...['/administration/overview', '/administration/health', '/qr/preview'],
  '/integrations/automation/webhook/samples',
]

/** The server's responses to all requests without parameters, with their URLs normalized. */
export async function everyAnswer(instance: Instance, cookie: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { method, path } of operations) {
    if (method !== 'GET' || /[:{]/.test(path) || ofTheServer.includes(path)) continue
    const { status, body, text } = await instance.ask(`GET /api${path}`, { headers: { cookie } })
    const said = body?.error ? body.error.code : text.replaceAll(/\blocalhost:\d+/g, 'here')
    answers.set(path, `${status} ${said}`)
  }
  return answers
}
