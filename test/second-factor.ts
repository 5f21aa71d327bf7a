// A person with an authenticator app: turns one-time codes on, and reads them as the app shows them.
import { TOTP } from 'otpauth'
import { openFoundation } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import {
  createAuthenticators,
  type SecondFactors,
} from '../packages/server/src/features/authenticators/index.ts'
import { createSecrets } from '../packages/server/src/platform/secrets.ts'
import type { Instance } from './instance.ts'
import { type DashboardCall, password } from './sign-in.ts'

/** What the app shows so many steps of 30 seconds from now. */
export function codeOf(instance: Instance, secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: instance.clock.now() + steps * 30_000 })
}

/** A code that is none of those around now. */
export function wrongCode(instance: Instance, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(instance, secret, steps))
  for (let guess = 0; ; guess++) {
    const code = String(guess).padStart(6, '0')
    if (!right.includes(code)) return code
  }
}

/** Turns one-time codes on: the app's secret, and the recovery codes. */
export async function enrol(instance: Instance, call: DashboardCall) {
  const begun = await call('POST /second-factor', { body: { password } })
  if (begun.status !== 200) throw new Error(`it could not be begun: ${begun.text}`)
  const { secret } = begun.body.data as { secret: string }
  const confirmed = await call('POST /second-factor/confirm', { body: { code: codeOf(instance, secret) } })
  if (confirmed.status !== 200) throw new Error(`it could not be confirmed: ${confirmed.text}`)
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] }
}

/** The side of the feature that signing in asks, on an instance's database, as another node would have it. */
export async function secondFactorsOf(
  instance: Instance,
): Promise<{ factors: SecondFactors; userId(email: string): Promise<number>; close(): Promise<void> }> {
  const { database, clock } = instance
  const config = readConfig(database.env)
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const { db, audit, accounts, limiter } = await openFoundation(
    { config, clock, log: silent },
    { serves: false },
  )
  const factors = createAuthenticators({
    ...{ db, clock, audit, accounts, limiter },
    secrets: createSecrets(config.secretKey, config.dataDirectory),
    publicOrigin: instance.url,
    origins: new Set([instance.url]),
    cookieDomain: null,
  })
  return {
    factors,
    userId: async (email) => (await accounts.userIdByEmail(email)) ?? 0,
    close: () => db.close(),
  }
}
