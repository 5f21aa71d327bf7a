// Rotation of SECRET_KEY: secrets of the old key stay readable while it is listed, and can be resealed while servers run.
import { describe, expect, test } from 'bun:test'
import { codeOf, enrol } from '../../../../test/accounts/second-factor.ts'
import { type DashboardCall, password, signIn } from '../../../../test/accounts/sign-in.ts'
import { linnetHere } from '../../../../test/commands.ts'
import { engines } from '../../../../test/databases.ts'
import { type Account, type Instance, startInstance, startOn } from '../../../../test/instance.ts'
import { onlyLine } from '../../../../test/machine/program.ts'
import { componentsOf, microsite } from '../../../../test/microsites.ts'
import { runStatement } from '../../../../test/servers/statements.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhooks/webhook-receiver.ts'
import { isSvcSignedBy } from '../../../../test/webhooks/webhook-signatures.ts'
import { create } from '../cli/commands/reseal.ts'
import { type Environment, readConfig } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { systemClock } from '../platform/time/clock.ts'

const [old, current, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const
const behind = 'https://example.com/behind'
const open = { ALLOW_PRIVATE_TARGETS: 'true' }

/** Everything that depends on a sealed secret. */
interface Sealed {
  account: Account
  /** The secret of the authenticator app. */
  totp: string
  /** By path at the receiver. */
  webhooks: Map<string, string>
  /** Unlocks a component with its password. */
  unlocked: string | null
}

async function seal(
  instance: Instance,
  receiver: WebhookReceiver,
  account: Account,
  path: string,
): Promise<Sealed> {
  const { call } = await signIn(instance, account)
  const sealed: Sealed = { account, totp: '', webhooks: new Map(), unlocked: await unlock(instance, account) }
  await subscribe(call, receiver, sealed, path)
  sealed.totp = (await enrol(instance, call)).secret
  return sealed
}

async function subscribe(call: DashboardCall, receiver: WebhookReceiver, { webhooks }: Sealed, path: string) {
  const body = { url: `${receiver.url}${path}`, events: ['link.created'] }
  webhooks.set(path, (await call('POST /webhooks', { body })).body.data.secret)
}

/** The URL of an unlocked component, with the key that the password gave. */
async function unlock(instance: Instance, account: Account): Promise<string> {
  const { slug } = await microsite(account)
  const components = componentsOf(account, slug)
  const { id } = await components.add('LINK')
  await components.update(id, 'LINK', { value: 'Behind', href: behind, password: 'sesame' })
  const answer = await instance.ask(`POST /${slug}/${id}`, {
    body: new URLSearchParams({ password: 'sesame' }),
    headers: { accept: 'application/json' },
  })
  return `/${slug}/${id}?key=${answer.body.data.key}`
}

/** Signs in with the app, receives signed deliveries at each webhook, and opens previously unlocked components. */
async function use(
  instance: Instance,
  receiver: WebhookReceiver,
  { account, totp, webhooks, unlocked }: Sealed,
) {
  await instance.clock.advance(60_000)
  const { email, key } = account
  const body = { email, password, code: codeOf(instance, totp) }
  expect((await instance.ask('POST /api/session', { body })).status).toBe(200)
  if (unlocked !== null) expect((await instance.visit(unlocked)).headers.get('location')).toBe(behind)
  const headers = { authorization: `Bearer ${key}` }
  const made = await instance.ask('POST /v2/links', { body: { long_url: 'https://example.com/' }, headers })
  expect(made.status).toBe(200)
  for (const [path, secret] of webhooks) {
    const arrival = await receiver.next((arrival) => arrival.path === path)
    expect([path, isSvcSignedBy(arrival, secret)]).toEqual([path, true])
  }
}

async function reseal(env: Environment) {
  const { status, out, error } = await linnetHere(['secret', 'reseal', '--json'], env)
  if (status !== 0) throw new Error(error)
  return JSON.parse(out)
}
async function doctor(env: Environment) {
  const { out } = await linnetHere(['doctor', '--json'], env)
  const findings = JSON.parse(out).findings as { what: string; state: string; says: string; todo?: string }[]
  return findings.find(({ what }) => what === 'secret key')
}

describe.each(engines)('rotating the secret key, on %s', (engine) => {
  test('loses no secret: old key, both, resealed, only the new key', async () => {
    const receiver = await startWebhookReceiver()
    const first = await startInstance(engine, { ...open, SECRET_KEY: old })
    const { database, clock } = first
    try {
      const sealed = await seal(first, receiver, await first.account(), '/hook')
      await use(first, receiver, sealed)
      await first.stop()

      const both = { ...database.env, ...open, SECRET_KEY: current, SECRET_KEY_FALLBACKS: `${third},${old}` }
      const second = await startOn(database, engine, both, clock)
      await use(second, receiver, sealed)
      expect(await doctor(both)).toMatchObject({
        state: 'warning',
        says: '2 secrets still encrypted with a key from SECRET_KEY_FALLBACKS',
        todo: expect.stringContaining('linnet secret reseal'),
      })
      expect(await reseal(both)).toEqual({ resealed: 2, unreadable: 0 })
      expect(await doctor(both)).toMatchObject({
        todo: expect.stringContaining('remove SECRET_KEY_FALLBACKS'),
      })
      // The server keeps running, and running it again finds nothing to do.
      await use(second, receiver, sealed)
      expect(await reseal(both)).toEqual({ resealed: 0, unreadable: 0 })
      await second.stop()

      const alone = { ...database.env, ...open, SECRET_KEY: current }
      const last = await startOn(database, engine, alone, clock)
      // Components unlocked with the old key stay unlocked only as long as it is listed.
      expect((await last.visit(sealed.unlocked ?? '')).headers.get('location')).toBeNull()
      await use(last, receiver, { ...sealed, unlocked: null })
      expect(await doctor(alone)).toMatchObject({ state: 'ok' })
      await last.stop()
      expect(await doctor({ ...alone, SECRET_KEY: old })).toMatchObject({ state: 'problem' })
    } finally {
      await receiver.stop()
      await database.remove()
    }
  })

  test('continues where it was interrupted, in batches', async () => {
    const receiver = await startWebhookReceiver()
    const first = await startInstance(engine, { ...open, SECRET_KEY: old })
    const { database } = first
    try {
      const sealed = await seal(first, receiver, await first.account(), '/hook')
      for (let person = 0; person < 3; person++) {
        const { call } = await signIn(first, await first.account())
        for (let count = 0; count < 40; count++)
          await subscribe(call, receiver, sealed, `/${person}-${count}`)
      }
      await first.stop()
      const both = { ...database.env, ...open, SECRET_KEY: current, SECRET_KEY_FALLBACKS: old }
      const abort = new AbortController()
      const command = create({ config: readConfig(both), clock: systemClock, log: createLog('error') })
      const lines: string[] = []
      const context = {
        interruption: () => abort.signal,
        progress(line: string) {
          lines.push(line)
          if (line.includes('webhook')) abort.abort()
        },
      }
      await expect(command.run({}, context)).rejects.toThrow('run it again')
      expect(lines.at(-1)).toBe('50 webhook secrets resealed')
      const left = Number(/^\d+/.exec((await doctor(both))?.says ?? '')?.[0])
      expect(left).toBe(121 - 100)
      // A server without the old key would still get a warning.
      expect(await doctor({ ...both, SECRET_KEY_FALLBACKS: '' })).toMatchObject({ state: 'problem' })
      expect(await reseal(both)).toEqual({ resealed: left, unreadable: 0 })
    } finally {
      await receiver.stop()
      await database.remove()
    }
  })

  test('is refused with an unrelated key, and counts the secrets that no key opens', async () => {
    const receiver = await startWebhookReceiver()
    const first = await startInstance(engine, { ...open, SECRET_KEY: old })
    const { database } = first
    try {
      await seal(first, receiver, await first.account(), '/hook')
      await first.stop()
      const refused = await linnetHere(['secret', 'reseal'], {
        ...database.env,
        SECRET_KEY: current,
        SECRET_KEY_FALLBACKS: third,
      })
      expect(onlyLine(refused)).toContain('SECRET_KEY_FALLBACKS')
      await runStatement(database, `update users set totp_secret = 'v1.AAAA' where totp_secret is not null`)
      const both = { ...database.env, SECRET_KEY: current, SECRET_KEY_FALLBACKS: old }
      const { status, out } = await linnetHere(['secret', 'reseal'], both)
      expect([status, out.trim()]).toEqual([
        1,
        "1 secret resealed with the current key. 1 secret can't be decrypted with any of the keys. Add the right key to SECRET_KEY_FALLBACKS if you still have it.",
      ])
    } finally {
      await receiver.stop()
      await database.remove()
    }
  })
})

test('two nodes switch keys one after the other: each can open what the other seals', async () => {
  const receiver = await startWebhookReceiver()
  const first = await startInstance('postgres', { ...open, SECRET_KEY: old, SECRET_KEY_FALLBACKS: current })
  const { database, clock } = first
  const env = { ...database.env, ...open }
  const second = await startOn(
    database,
    'postgres',
    { ...env, SECRET_KEY: current, SECRET_KEY_FALLBACKS: old },
    clock,
  )
  try {
    const ofFirst = await seal(first, receiver, await first.account(), '/first')
    const ofSecond = await seal(second, receiver, await first.account(), '/second')
    for (const node of [first, second])
      for (const sealed of [ofFirst, ofSecond]) await use(node, receiver, sealed)
    expect(await reseal({ ...env, SECRET_KEY: current, SECRET_KEY_FALLBACKS: old })).toMatchObject({
      unreadable: 0,
    })
    for (const node of [first, second])
      for (const sealed of [ofFirst, ofSecond]) await use(node, receiver, sealed)
  } finally {
    await first.stop()
    await second.stop()
    await receiver.stop()
    await database.remove()
  }
})

test('fallbacks are keys like the current one, and errors don’t show them', () => {
  const fallbacks = (SECRET_KEY_FALLBACKS: string) => readConfig({ SECRET_KEY_FALLBACKS }).secretKeyFallbacks
  expect(fallbacks(`${old}, ${current}`)).toEqual([old, current])
  expect(fallbacks(`${old}\n${current}\n`)).toEqual([old, current])
  for (const wrong of ['short', `${old},short`, Array(11).fill(old).join(',')]) {
    expect(() => fallbacks(wrong)).toThrow('SECRET_KEY_FALLBACKS must list')
    expect(() => fallbacks(wrong)).not.toThrow(old)
  }
})
