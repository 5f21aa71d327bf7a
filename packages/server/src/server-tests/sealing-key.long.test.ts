// The key that seals secrets: a changed key is reported at startup, and only what the old key sealed is unreadable.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, enrol } from '../../../../test/accounts/second-factor.ts'
import { cookieOf, type DashboardCall, password, signIn } from '../../../../test/accounts/sign-in.ts'
import { TestClock } from '../../../../test/clock.ts'
import { engines, migratedDatabase } from '../../../../test/databases.ts'
import { startInstance, startOn } from '../../../../test/instance.ts'
import { freePort } from '../../../../test/machine/free-port.ts'
import { startWebhookReceiver } from '../../../../test/webhooks/webhook-receiver.ts'
import { isSvcSignedBy } from '../../../../test/webhooks/webhook-signatures.ts'
import { type Environment, readConfig } from '../config/config.ts'
import { ConfigError } from '../platform/config-error.ts'
import { startServer } from '../serve.ts'

const keys = ['a'.repeat(32), 'b'.repeat(32)] as const

/** Starts and stops a server; returns the warnings that it logged. */
async function warningsOf(env: Environment): Promise<string[]> {
  const warnings: string[] = []
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} }
  const config = readConfig({ PORT: String(await freePort()), ...env })
  const server = await startServer({ config, clock: new TestClock(), log })
  await server.stop()
  return warnings
}

describe.each(engines)('the key that seals secrets, on %s', (engine) => {
  test('is created if there is none, readable only by its user, and reused', async () => {
    const database = await migratedDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'linnet-key-'))
    try {
      const env = { ...database.env, DATA_DIR: join(folder, 'not', 'there', 'yet') }
      await warningsOf(env)
      const file = join(env.DATA_DIR, 'secret.key')
      const made = readFileSync(file, 'utf8')
      expect(made).toMatch(/^[0-9a-f]{64}\n$/)
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(await warningsOf(env)).toStrictEqual([])
      expect(readFileSync(file, 'utf8')).toBe(made)
    } finally {
      await database.remove()
      rmSync(folder, { recursive: true })
    }
  })

  test('is refused in one line that names its file if the file is empty or truncated', async () => {
    const database = await migratedDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'linnet-key-'))
    try {
      const file = join(folder, 'secret.key')
      for (const left of ['', '\n', `${'a'.repeat(31)}\n`]) {
        writeFileSync(file, left)
        const refused = await warningsOf({ ...database.env, DATA_DIR: folder }).catch((error) => error)
        expect(refused).toBeInstanceOf(ConfigError)
        expect(refused.message).toContain(file)
        expect(refused.message).not.toContain('\n')
        expect(readFileSync(file, 'utf8')).toBe(left)
      }
    } finally {
      await database.remove()
      rmSync(folder, { recursive: true })
    }
  })

  test('may change as long as nothing is sealed', async () => {
    const database = await migratedDatabase(engine)
    try {
      for (const SECRET_KEY of [...keys, keys[0]])
        expect(await warningsOf({ ...database.env, SECRET_KEY })).toStrictEqual([])
    } finally {
      await database.remove()
    }
  })

  test('is reported as changed if another key sealed a webhook’s secret, which its owner can renew', async () => {
    const first = await startInstance(engine, { SECRET_KEY: keys[0], ALLOW_PRIVATE_TARGETS: 'true' })
    const { database, clock } = first
    const receiver = await startWebhookReceiver()
    try {
      const account = await first.account()
      const { call } = await signIn(first, account)
      const body = { url: `${receiver.url}/hook`, events: ['link.created'] }
      const { id } = (await call('POST /webhooks', { body })).body.data
      const path = 'POST /integrations/automation/webhook/subscribe'
      const subscribed = (await account.call(path, { body })).body.data
      await first.stop()
      const env = { ...database.env, SECRET_KEY: keys[1], ALLOW_PRIVATE_TARGETS: 'true' }
      expect(await warningsOf(env)).toEqual([expect.stringContaining('SECRET_KEY')])

      const second = await startOn(database, engine, env, clock)
      try {
        const { call } = await signIn(second, account)
        const rotated = (await call(`POST /webhooks/${id}/secret`, { body: { keep_old: false } })).body.data
        const again = await second.ask(`POST /v2${path.slice(5)}`, {
          body,
          headers: { authorization: `Bearer ${account.key}` },
        })
        expect([again.status, again.body.data.id]).toStrictEqual([200, subscribed.id])
        await second.ask('POST /v2/links', {
          body: { long_url: 'https://example.com/' },
          headers: { authorization: `Bearer ${account.key}` },
        })
        const arrivals = [await receiver.next(), await receiver.next()]
        for (const secret of [rotated.secret, again.body.data.secret])
          expect(arrivals.some((arrival) => isSvcSignedBy(arrival, secret))).toBe(true)
      } finally {
        await second.stop()
      }
    } finally {
      await receiver.stop()
      await database.remove()
    }
  })

  test('is reported as changed in one line if another key sealed the secrets; everything else works', async () => {
    const first = await startInstance(engine, { SECRET_KEY: keys[0] })
    const { database, clock } = first
    try {
      const account = await first.account()
      const { secret, recoveryCodes } = await enrol(first, (await signIn(first, account)).call)
      await first.stop()
      const env = { ...database.env, SECRET_KEY: keys[1] }
      const [warning, ...more] = await warningsOf(env)
      expect(more).toStrictEqual([])
      expect(warning).toContain('SECRET_KEY')
      expect(warning).not.toContain('\n')

      const second = await startOn(database, engine, env, clock)
      await clock.advance(60_000)
      try {
        const { email } = account
        const ask = (code: string) => second.ask('POST /api/session', { body: { email, password, code } })
        expect((await ask(codeOf(second, secret))).status).toBe(401)
        const recovered = await ask(recoveryCodes[0] as string)
        expect(recovered.status).toBe(200)
        const call: DashboardCall = (methodAndPath, options) =>
          second.ask(methodAndPath.replace(' ', ' /api'), {
            ...options,
            headers: { cookie: cookieOf(recovered) },
          })
        const off = await call('POST /second-factor/disable', { body: { password } })
        expect([off.status, off.body.data.enabled]).toStrictEqual([200, false])
        await enrol(second, call)
      } finally {
        await second.stop()
      }
    } finally {
      await database.remove()
    }
  })
})
