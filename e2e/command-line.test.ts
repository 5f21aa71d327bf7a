// The command line beside a running server: what each command prints, and that it takes effect at once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commandsOn, linnetHere } from '../test/commands.ts'
import { engines, type FreshDatabase, migratedDatabase } from '../test/databases.ts'
import { endAll, linnet, newKey, root, type ServerProcess, serve } from '../test/machine/program.ts'
import { startWebhookReceiver } from '../test/webhooks/webhook-receiver.ts'
import { isSvcSignedBy } from '../test/webhooks/webhook-signatures.ts'

const password = 'a fine password'
const seconds = () => Math.floor(Date.now() / 1000)
// So that webhooks can receive events on this machine.
const reaching = { ALLOW_PRIVATE_TARGETS: 'true' }

for (const engine of engines) {
  describe(`the command line beside a running server, on ${engine}`, () => {
    let database: FreshDatabase
    let server: ServerProcess
    const run = (...words: string[]) => linnetHere(words, database.env)
    const json = (...words: string[]) => commandsOn(database.env, words)
    const ask = (path: string, key: string, init: RequestInit = {}) =>
      fetch(`${server.url}/v2${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })

    beforeAll(async () => {
      database = await migratedDatabase(engine)
      server = await serve({ ...database.env, ...reaching })
    })
    afterAll(async () => {
      await endAll()
      await database.remove()
    })

    test('user create prints the User, on one line and with nothing else', async () => {
      const before = seconds()
      const words = ['--email', 'Bea@Example.com', '--password', password, '--name', 'Bea', '--plan', 'pro']
      const command = ['user', 'create', ...words, '--admin', '--json']
      const { status, out, error } = await linnet(command, database.env)
      expect({ status, error }).toEqual({ status: 0, error: '' })
      expect(out).toMatch(/^\{.*\}\n$/)
      const user = JSON.parse(out)
      expect(user).toEqual({
        id: expect.stringMatching(/^usr_/),
        email: 'bea@example.com',
        name: 'Bea',
        avatar_url: null,
        plan: 'pro',
        created_at: expect.any(Number),
      })
      expect(user.created_at).toBeGreaterThanOrEqual(before)
    })

    test('key create prints the key, which works from the next request on', async () => {
      await json('user', 'create', '--email', 'cid@example.com', '--password', password)
      const key = await json(
        ...[
          'key',
          'create',
          '--email',
          'cid@example.com',
          '--name',
          'till',
          '--scopes',
          'user:read,links:read',
        ],
      )
      expect(key).toEqual({
        id: expect.stringMatching(/^key_/),
        name: 'till',
        scopes: expect.arrayContaining(['user:read', 'links:read']),
        key: expect.stringMatching(/^sk_live_/),
      })
      expect(key.scopes).toHaveLength(2)
      const answer = await ask('/user', key.key as string)
      expect(await answer.json()).toMatchObject({ data: { email: 'cid@example.com', plan: 'unlimited' } })
      const refused = await ask('/links', key.key as string, {
        method: 'POST',
        body: '{"long_url": "https://example.com/"}',
      })
      expect(refused.status).toBe(403)
    })

    test('key create with the scopes "all" grants all ten', async () => {
      await json('user', 'create', '--email', 'dot@example.com', '--password', password)
      const { scopes } = await json(
        ...['key', 'create', '--email', 'dot@example.com', '--name', 'all', '--scopes', 'all'],
      )
      expect(scopes).toHaveLength(10)
    })

    test('a revoked key is refused from the next request on', async () => {
      await json('user', 'create', '--email', 'eve@example.com', '--password', password)
      const { id, key } = await json(
        ...['key', 'create', '--email', 'eve@example.com', '--name', 'lost', '--scopes', 'all'],
      )
      expect((await ask('/user', key as string)).status).toBe(200)
      expect(await json('key', 'revoke', '--id', id as string)).toEqual({ id, revoked: true })
      expect((await ask('/user', key as string)).status).toBe(401)
    })

    test('user set-plan prints the User, and takes effect with the next request', async () => {
      const key = await newKey(database.env, 'fay@example.com')
      const bulk = () =>
        ask('/links/bulk', key, { method: 'POST', body: '{"links": [{"long_url": "https://example.com/"}]}' })
      expect((await bulk()).status).toBe(200)
      expect(await json('user', 'set-plan', '--email', 'FAY@example.com', '--plan', 'free')).toMatchObject({
        email: 'fay@example.com',
        plan: 'free',
      })
      expect((await bulk()).status).toBe(402)
      expect(await (await ask('/quota', key)).json()).toMatchObject({ data: { plan: 'free' } })
    })

    test('domain add --verified makes the running server serve that host', async () => {
      const key = await newKey(database.env, 'gus@example.com')
      const visit = () =>
        fetch(`${server.url}/here`, { redirect: 'manual', headers: { host: 'go.gus-example.com' } })
      // The server has looked up this host before and found no domain.
      expect((await visit()).status).toBe(404)
      const domain = await json(
        ...['domain', 'add', '--email', 'gus@example.com', '--domain', 'Go.Gus-Example.com', '--verified'],
      )
      expect(domain).toMatchObject({ domain: 'go.gus-example.com', verified: true })
      const created = await ask('/links', key, {
        method: 'POST',
        body: JSON.stringify({
          long_url: 'https://example.com/there',
          custom_slug: 'here',
          domain_alias: 'go.gus-example.com',
        }),
      })
      expect(created.status).toBe(200)
      let answer = await visit()
      for (let asked = 1; answer.status === 404 && asked < 1000; asked++) answer = await visit()
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('https://example.com/there')
    })

    test('domain add without --verified names the required DNS record', async () => {
      await json('user', 'create', '--email', 'hal@example.com', '--password', password)
      const words = ['domain', 'add', '--email', 'hal@example.com', '--domain', 'go.hal-example.com']
      const domain = await json(...words)
      expect(domain).toMatchObject({ domain: 'go.hal-example.com', verified: false })
      const { type, name, value } = domain.record as Record<string, string>
      expect({ type, name }).toEqual({ type: 'TXT', name: '_linnet.go.hal-example.com' })
      expect(value).toMatch(/^linnet-verification=\w{32}$/)
      // The second time it is the same record, also without --json.
      expect((await run(...words)).out).toContain(`${name} TXT ${value}`)
    })

    test('webhook create prints the secret with which the running server signs the next event', async () => {
      const receiver = await startWebhookReceiver()
      try {
        const key = await newKey(database.env, 'jon@example.com')
        const url = `${receiver.url}/hook`
        const words = ['webhook', 'create', '--email', 'jon@example.com', '--url', url, '--events']
        const settings = { ...database.env, ...reaching }
        const webhook = await commandsOn(settings, [...words, 'link.archived,link.created'])
        expect(webhook).toEqual({
          id: expect.stringMatching(/^whk_/),
          url,
          events: ['link.created', 'link.archived'],
          secret: expect.stringMatching(/^whsec_/),
        })
        await ask('/links', key, { method: 'POST', body: '{"long_url": "https://example.com/"}' })
        const arrival = await receiver.next()
        expect(arrival.event.type).toBe('link.created')
        expect(isSvcSignedBy(arrival, webhook.secret as string)).toBe(true)

        // The server couldn't decrypt what this command encrypted.
        const stranger = await linnetHere([...words, 'all'], { ...settings, SECRET_KEY: 'x'.repeat(32) })
        expect([stranger.status, stranger.error]).toEqual([1, expect.stringContaining('SECRET_KEY')])
        // Nor does it leave a key in a folder of its own, for a server that is started there by mistake.
        if (engine === 'postgres') {
          const DATA_DIR = mkdtempSync(join(tmpdir(), 'linnet-other-'))
          const other = await linnetHere([...words, 'all'], { ...settings, DATA_DIR })
          expect([other.status, other.error]).toEqual([1, expect.stringContaining('DATA_DIR')])
          expect(readdirSync(DATA_DIR)).not.toContain('secret.key')
          rmSync(DATA_DIR, { recursive: true })
        }
        const unreachable = await linnetHere([...words, 'all'], database.env)
        expect([unreachable.status, unreachable.error]).toEqual([
          1,
          expect.stringContaining('ALLOW_PRIVATE_TARGETS'),
        ])
      } finally {
        await receiver.stop()
      }
    })

    test('without --json each command says in a sentence what it did', async () => {
      const said = async (...words: string[]) => {
        const { status, out, error } = await run(...words)
        expect({ status, error }).toEqual({ status: 0, error: '' })
        expect(out).not.toContain('{')
        return out
      }
      const email = ['--email', 'ida@example.com']
      expect(await said('user', 'create', ...email, '--password', password)).toContain('ida@example.com')
      expect(await said('user', 'set-plan', ...email, '--plan', 'pro')).toContain('"pro"')
      const key = await said('key', 'create', ...email, '--name', 'x', '--scopes', 'all')
      expect(key).toMatch(/^sk_live_\S+\n/)
      const webhook = await said(
        ...[
          'webhook',
          'create',
          ...email,
          '--url',
          'https://1.1.1.1/hook',
          '--events',
          'microsite.published',
        ],
      )
      expect(webhook).toMatch(/secret: whsec_\S{44}\n/)
      const id = /key_\w+/.exec(key)?.[0] as string
      expect(await said('key', 'revoke', '--id', id)).toContain('revoked')
      expect(await said('domain', 'add', ...email, '--domain', 'go.ida-example.com', '--verified')).toContain(
        'go.ida-example.com',
      )
    })

    test('it runs through a symlink and from another folder, against the same instance', async () => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'linnet-elsewhere-'))
      try {
        symlinkSync(resolve(root, 'bin/linnet'), join(elsewhere, 'first'))
        symlinkSync('first', join(elsewhere, 'linnet'))
        const { status, out } = await linnet(
          ['user', 'create', '--email', 'jo@example.com', '--password', password, '--json'],
          database.env,
          { program: './linnet', cwd: elsewhere },
        )
        expect(status).toBe(0)
        expect(JSON.parse(out)).toMatchObject({ email: 'jo@example.com' })
        const again = await run('user', 'create', '--email', 'jo@example.com', '--password', password)
        expect(again.error).toContain('already')
      } finally {
        rmSync(elsewhere, { recursive: true })
      }
    })
  })
}
