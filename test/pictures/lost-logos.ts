// Logos whose jobs are lost with the process that ran them: their state in the database, and what happens to them.
import { expect } from 'bun:test'
import { signIn } from '../accounts/sign-in.ts'
import type { FreshDatabase } from '../databases.ts'
import type { Instance } from '../instance.ts'
import { ask } from '../webhooks/webhooks.ts'
import type { LogoServer } from './qr.ts'

export interface SilentPath {
  url: string
  /** Resolves at each request. */
  once(): Promise<void>
  /** The number of requests. */
  count(): number
}

/** A path on the logo server that never answers. */
export function silentPath(logos: LogoServer, path: string): SilentPath {
  let asked = Promise.withResolvers<void>()
  logos.files.set(path, () => asked.resolve())
  return {
    url: logos.url + path,
    async once() {
      await asked.promise
      asked = Promise.withResolvers()
    },
    count: () => logos.asked.filter((one) => one === path).length,
  }
}

/** What the database stores about an account's logo. */
export async function jobOf(database: FreshDatabase, email: string) {
  const [row] = await ask<Record<string, string | number | null>>(
    database,
    `select logo_status, logo_tries, logo_claims from qr_settings
      join users on users.id = user_id where email = ?`,
    [email],
  )
  return { status: row?.logo_status, tries: Number(row?.logo_tries), claims: Number(row?.logo_claims) }
}

/** Makes all claims look expired; `claims`, if given, is how many there have been. */
export const expireClaims = (database: FreshDatabase, claims: number | null = null) =>
  ask(
    database,
    `update qr_settings set logo_due_at = 1${claims === null ? '' : `, logo_tries = ${claims}, logo_claims = ${claims}`}
      where logo_due_at is not null`,
  )

/** The notification about a logo that was given up: sent once, and only with the host of its URL. */
export async function expectGivenUp(instance: Instance, email: string, logos: LogoServer): Promise<void> {
  const { host } = new URL(logos.url)
  expect((await jobOf(instance.database, email)).status).toBe('failed')
  const [message, ...more] = instance.messages.filter(({ to }) => to === email)
  expect(more).toEqual([])
  expect(message?.subject).toBe('A QR code logo could not be processed')
  expect(message?.text).toContain(host)
  expect(message?.text).toContain(`${instance.url}/dashboard/qr`)
  // The rest of the address may be a secret.
  expect(message?.text).not.toContain('secret')
  const { call } = await signIn(instance, { email })
  const lines = (await call('GET /audit?limit=10')).body.data
  expect(lines.filter(({ action }: { action: string }) => action === 'logo_given_up')).toEqual([
    expect.objectContaining({ detail: { host } }),
  ])
}

/** Sets another logo for the account with this key, and expects it to be ready soon. */
export async function expectReady(instance: Instance, key: string, logo: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  expect((await instance.ask('PUT /v2/qr', { headers, body: { logo } })).status).toBe(200)
  await instance.clock.advance(6_000)
  expect((await instance.ask('GET /v2/qr', { headers })).body.data.logo_status).toBe('ready')
}
