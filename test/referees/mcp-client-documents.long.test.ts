// Agents that don't register, because they have a metadata document: the official clients send its URL.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inWindow, type OauthBrowser, signInInBrowser, startOauthBrowser } from '../browser/oauth-browser.ts'
import { needs } from '../command/requirements.ts'
import { endAll, newKey, type ServerProcess, serve } from '../machine/program.ts'
import { AgentApplication } from './agent-application.ts'
import { first, secondModern } from './agent-clients.ts'

needs('openssl')

const email = 'ana@example.com'
const folder = mkdtempSync(join(tmpdir(), 'linnet-client-documents-'))
let browser: OauthBrowser
let host: ReturnType<typeof Bun.serve>
let server: ServerProcess
let fetched = 0

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = Bun.spawnSync(['openssl', 'req', ...kind, ...name, '-keyout', key, '-out', certificate])
  if (made.exitCode !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`)
  browser = await startOauthBrowser()
  host = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: Bun.file(key), cert: Bun.file(certificate) },
    fetch({ url }) {
      fetched++
      return Response.json({
        client_id: url,
        client_name: 'An agent with a document',
        redirect_uris: [browser.callback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
    },
  })
  // A process of its own, because trusted certificates are set when it starts.
  const settings = { DATA_DIR: join(folder, 'data') }
  server = await serve({ ...settings, ALLOW_PRIVATE_TARGETS: 'true', NODE_EXTRA_CA_CERTS: certificate })
  await newKey({ ...settings, PORT: String(server.port) }, email)
})

afterAll(async () => {
  await Promise.all([browser?.close(), host?.stop(true), endAll()])
  rmSync(folder, { recursive: true })
})

test.each([secondModern, first].map((kind) => [kind.name, kind] as const))(
  '%s is identified by the host of its document, and works',
  async (name, kind) => {
    const document = `https://localhost:${host.port}/${encodeURIComponent(name)}.json`
    const application = new AgentApplication({
      name: 'not asked for',
      redirectUrl: browser.callback,
      clientMetadataUrl: document,
    })
    const attempt = kind.attempt(server.url, { application })
    await attempt.connect().catch(() => {})
    expect(attempt.wire).toEqual([
      'POST /mcp 401',
      'GET /.well-known/oauth-protected-resource/mcp 200',
      'GET /.well-known/oauth-authorization-server 200',
    ])
    const before = fetched
    const arrived = await inWindow(browser.chrome, {}, async (page) => {
      await page.goto(`${application.asked[0]}`)
      await signInInBrowser(page, server, { email })
      await page.getByText(`localhost:${host.port}`).first().waitFor()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL((url) => url.href.startsWith(browser.callback))
      return new URL(page.url())
    })
    expect(fetched).toBe(before + 1)
    await attempt.finish(application.arrived(arrived))
    expect(application.registration?.client_id).toBe(document)
    const client = await kind.attempt(server.url, { application }).connect()
    expect(await client.tools()).toHaveLength(28)
    expect((await client.call('get_user_info')).structuredContent.data.email).toBe(email)
    await client.close()
  },
)
