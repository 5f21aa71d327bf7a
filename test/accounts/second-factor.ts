// A person with an authenticator app: turns one-time codes on, and reads them as the app shows them.
import { TOTP } from 'otpauth'
import type { Instance } from '../instance.ts'
import type { DashboardCall } from './sign-in.ts'

/** The code that the app shows this many 30-second steps from now. */
export function codeOf(instance: Instance, secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: instance.clock.now() + steps * 30_000 })
}

/** A code that is not valid around now. */
export function wrongCode(instance: Instance, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(instance, secret, steps))
  for (let guess = 0; ; guess++) {
    const code = String(guess).padStart(6, '0')
    if (!right.includes(code)) return code
  }
}

/** Turns one-time codes on: the app's secret, and the recovery codes. */
export async function enrol(instance: Instance, call: DashboardCall) {
  const begun = await call('POST /second-factor')
  if (begun.status !== 200) throw new Error(`the enrolment failed: ${begun.text}`)
  const { secret } = begun.body.data as { secret: string }
  const confirmed = await call('POST /second-factor/confirm', { body: { code: codeOf(instance, secret) } })
  if (confirmed.status !== 200) throw new Error(`the confirmation failed: ${confirmed.text}`)
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] }
}
