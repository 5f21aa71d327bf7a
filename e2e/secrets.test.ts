// After using every feature that has a secret, no secret is in the log or in stored data.
import { afterAll, describe, expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  exchange,
  newApp,
  newPkce,
  person,
  refresh,
  tokensFor,
} from '../test/accounts/oauth.ts'
import { enrol, codeOf as oneTimeCode } from '../test/accounts/second-factor.ts'
import { cookieOf, password } from '../test/accounts/sign-in.ts'
import { addressIn, formBrowser } from '../test/browser/form-browser.ts'
import { commandsOn } from '../test/commands.ts'
import { engines, migratedDatabase } from '../test/databases.ts'
import { type Instance, request } from '../test/instance.ts'
import { endAll, type Settings, serve } from '../test/machine/program.ts'
import { startMailServer } from '../test/servers/mail-server.ts'
import { everyRow, filesWith } from '../test/stored-contents.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhooks/webhook-receiver.ts'

afterAll(endAll)

/** The program itself, in the form in which the steps of other tests take an instance. */
function asInstance(url: string, settings: Settings): Instance {
  const parts = {
    url,
    ask: (methodAndPath: string, options = {}) => request(url, methodAndPath, options),
    command: (...words: string[]) => commandsOn(settings, words),
    clock: { now: () => Date.now() },
  }
  return parts as unknown as Instance
}

const email = 'ana@example.com'
const wrongPassword = 'this is not the password of ana'
const newPassword = 'the next password of ana'
const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? ''

/** Uses every feature that creates a secret; returns the secrets by kind. */
async function fullRun(
  instance: Instance,
  mailbox: Awaited<ReturnType<typeof startMailServer>>,
  receiver: WebhookReceiver,
) {
  const secrets = new Map<string, string>()
  const keep = (what: string, secret: unknown) => void secrets.set(what, String(secret))
  keep('password', password)
  keep('wrong password', wrongPassword)
  keep('new password', newPassword)

  await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
  const key = await instance.command('key', 'create', '--email', email, '--name', 'k', '--scopes', 'all')
  keep('API key', key.key)
  await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${key.key}` } })
  await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${key.key}x` } })

  await instance.ask('POST /api/session', { body: { email, password: wrongPassword } })
  const ana = await person(instance, { email })
  keep(
    'session',
    cookieOf(await instance.ask('POST /api/session', { body: { email, password } })).split('=')[1],
  )
  keep('session of the person', /linnet_session=([^;]+)/.exec(ana.cookie)?.[1])
  const created = await ana.call('POST /keys', { body: { name: 'd', scopes: ['user:read'] } })
  keep('API key of the dashboard', created.body.data.key)
  const invited = await ana.call('POST /invitations', { body: { email: 'ben@example.com' } })
  keep('invitation', tokenOf(invited.body.data.url))

  const app = await newApp(instance, { email })
  keep('client secret', app.secret)
  const pkce = newPkce()
  keep('verifier', pkce.verifier)
  const query = authorizationQuery(app, { code_challenge: pkce.challenge, code_challenge_method: 'S256' })
  const { request: asked } = await ana.consent(await ana.authorize(query))
  keep('authorization request', asked)
  const code = codeOf(await ana.decide(asked, 'allow'))
  keep('code', code)
  await exchange(instance, app, code, { code_verifier: `${pkce.verifier}x` })
  const tokens = (await exchange(instance, app, code, { code_verifier: pkce.verifier })).body
  keep('access token', tokens.access_token)
  keep('refresh token', tokens.refresh_token)
  const next = (await refresh(instance, app, tokens.refresh_token)).body
  keep('next access token', next.access_token)
  keep('next refresh token', next.refresh_token)
  const authorization = `Bearer ${next.access_token}`
  await instance.ask('GET /v2/links', { headers: { authorization } })
  await instance.ask('GET /oauth/userinfo', { headers: { authorization } })
  const credentials = { client_id: app.clientId, client_secret: app.secret }
  await instance.ask('POST /oauth/introspect', { body: { token: next.refresh_token, ...credentials } })
  await exchange(instance, app, code, { code_verifier: pkce.verifier })
  const last = await tokensFor(instance, ana, app)
  await instance.ask('POST /oauth/revoke', { body: { token: last.refresh_token } })
  keep('revoked refresh token', last.refresh_token)
  const rotated = await ana.call(`POST /apps/${app.clientId}/secret`, { body: { keep_old_for: 60 } })
  keep('next client secret', rotated.body.data.client_secret)

  const hook = { url: `${receiver.url}/hook`, events: ['link.created'] }
  const webhook = (await ana.call('POST /webhooks', { body: hook })).body.data
  keep('webhook secret', webhook.secret)
  const turned = await ana.call(`POST /webhooks/${webhook.id}/secret`, { body: {} })
  keep('next webhook secret', turned.body.data.secret)
  const bearer = { headers: { authorization: `Bearer ${key.key}` } }
  const subscribed = await instance.ask('POST /v2/integrations/automation/webhook/subscribe', {
    ...bearer,
    body: { url: `${receiver.url}/automation` },
  })
  keep('subscription secret', subscribed.body.data.secret)
  const commanded = await instance.command(
    ...['webhook', 'create', '--email', email, '--url', `${receiver.url}/command`, '--events', 'all'],
  )
  keep('webhook secret of the command line', commanded.secret)
  await instance.ask('POST /v2/links', { ...bearer, body: { long_url: 'https://example.com/' } })
  await Promise.all([receiver.next(), receiver.next(), receiver.next()])

  const { secret, recoveryCodes } = await enrol(instance, ana.call)
  keep('secret of the one-time codes', secret)
  const [used, unused] = recoveryCodes
  keep('used recovery code', used)
  keep('recovery code', unused)
  for (const code of [oneTimeCode(instance, secret), used])
    await instance.ask('POST /api/session', { body: { email, password, code } })

  const browser = formBrowser(instance)
  await browser.open('/account/forgot-password')
  await browser.send({ email })
  const address = addressIn(await mailbox.next(email, 'Reset your password'))
  keep('reset', tokenOf(address))
  await browser.open(address)
  await browser.send({ password: newPassword })
  for (const [name, value] of browser.cookies) keep(`cookie ${name}`, value)
  return { secrets, accessToken: last.access_token }
}

for (const engine of engines)
  describe(`a full run, on ${engine}`, () => {
    test('leaves no secret in the log, in the database or in any other file', async () => {
      const database = await migratedDatabase(engine)
      const mailbox = await startMailServer()
      const receiver = await startWebhookReceiver()
      const settings: Settings = {
        ...database.env,
        LOG_LEVEL: 'info',
        LOG_REQUESTS: 'true',
        ALLOW_PRIVATE_TARGETS: 'true',
        SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`,
      }
      try {
        const server = await serve(settings)
        const setUp = /\/account\/setup\?token=(\S+)/.exec(server.welcome)?.[1] ?? ''
        const { secrets, accessToken } = await fullRun(asInstance(server.url, settings), mailbox, receiver)
        secrets.set('set-up', setUp)
        const rows = await everyRow(database)
        const files = (pieces: string[]) => filesWith(database.env.DATA_DIR, pieces)
        const inFiles = [...secrets].filter(([, secret]) => files([secret]).length > 0)
        await server.end('SIGTERM')
        const log = await server.log
        const inLog = [...secrets].filter(([, secret]) => log.includes(secret))
        const inRows = [...secrets].filter(([, secret]) => rows.includes(secret))
        expect({ inLog, inRows, inFiles }).toEqual({ inLog: [], inRows: [], inFiles: [] })
        // Requests are logged, but no e-mail addresses with them.
        expect(log).toContain('"route":"/v2/user","status":200')
        expect(log).not.toContain(email)

        // The search itself works: it finds a hash, and data that is not secret.
        expect(rows).toContain(new Bun.CryptoHasher('sha256').update(accessToken).digest('hex'))
        expect(rows).toContain(email)
        expect(secrets.size).toBeGreaterThan(20)
        for (const [what, secret] of secrets)
          expect([what, secret.length >= 15, /undefined|null/.test(secret)]).toEqual([what, true, false])
      } finally {
        await endAll()
        await mailbox.stop()
        await receiver.stop()
        await database.remove()
      }
    })
  })
