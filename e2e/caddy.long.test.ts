// deploy/Caddyfile in a real Caddy with its internal CA, in front of a real server: which names get a certificate, and
// what is passed on.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@linnet/contract/client'
import { needs } from '../test/command/requirements.ts'
import { commandsOn } from '../test/commands.ts'
import { freePort } from '../test/machine/free-port.ts'
import { endAll, newKey, type ServerProcess, serve } from '../test/machine/program.ts'
import { type BackgroundProgram, startInBackground } from '../test/servers/background-program.ts'
import { curl } from '../test/servers/curl.ts'

needs('Caddy')

const folder = mkdtempSync(join(tmpdir(), 'linnet-caddy-'))
const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
let server: ServerProcess
let caddy: BackgroundProgram
let ports: { http: number; https: number }
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  ports = { http: await freePort(), https: await freePort() }
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: 'https://go.example.org',
    TRUST_PROXY: '127.0.0.1,::1',
  }
  server = await serve(settings)
  client = createClient({ baseUrl: `${server.url}/v2`, credential: await newKey(settings) })
  await commandsOn(settings, [
    ...['domain', 'add', '--email', 'ana@example.com'],
    ...['--domain', 'links.example.net', '--verified'],
  ])
  await client.links.create({ long_url: 'https://example.com/own', custom_slug: 'own' })
  await client.links.create({
    long_url: 'https://example.com/custom',
    custom_slug: 'custom',
    domain_alias: 'links.example.net',
  })
  // The file as it is, except for free ports and certificates by the internal CA.
  const given = readFileSync(resolve(import.meta.dir, '../deploy/Caddyfile'), 'utf8')
  const options = [
    ...[`http_port ${ports.http}`, `https_port ${ports.https}`],
    ...['local_certs', 'skip_install_trust', 'admin off'],
  ]
  writeFileSync(join(folder, 'Caddyfile'), given.replace('{\n', `{\n\t${options.join('\n\t')}\n`))
  caddy = await startInBackground(
    ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    { HOME: folder, XDG_DATA_HOME: folder, LINNET: `127.0.0.1:${server.port}` },
    async (output) =>
      output.includes('serving initial configuration') && (await Bun.file(authority).exists()),
  )
})

afterAll(async () => {
  await caddy?.stop()
  await endAll()
  rmSync(folder, { recursive: true })
})

/** Requests this host from Caddy over HTTPS, from an address of this machine that is not a proxy. */
const ask = (host: string, path: string, ...more: string[]) =>
  curl(
    ...['--cacert', authority, '--interface', '127.0.0.2'],
    ...['--resolve', `${host}:${ports.https}:127.0.0.1`, ...more, `https://${host}:${ports.https}${path}`],
  )

test('a verified custom domain and the default host get a certificate, and redirect to their own links', async () => {
  expect(await ask('links.example.net', '/custom')).toMatchObject({
    ...{ exit: 0, status: 302, location: 'https://example.com/custom', version: '2' },
  })
  expect(await ask('go.example.org', '/own')).toMatchObject({ location: 'https://example.com/own' })
  expect((await ask('links.example.net', '/own')).status).toBe(404)
})

test('no other name gets a certificate', async () => {
  for (const host of ['links.example.com', 'sub.links.example.net', 'example.net'])
    expect([host, (await ask(host, '/custom')).exit]).toEqual([host, 35])
})

test('a domain that is verified later gets one at the first visit', async () => {
  expect((await ask('later.example.net', '/')).exit).toBe(35)
  await commandsOn({ DATA_DIR: join(folder, 'data') }, [
    ...['domain', 'add', '--email', 'ana@example.com', '--domain', 'later.example.net', '--verified'],
  ])
  expect((await ask('later.example.net', '/none')).status).toBe(404)
})

test('the visitor is the client of Caddy, whatever its headers say, and may not ask for certificates', async () => {
  const forged = ['-H', 'X-Forwarded-For: 8.8.8.8', '-H', 'X-Forwarded-Host: go.example.org']
  expect((await ask('links.example.net', '/custom', ...forged)).status).toBe(302)
  const { data } = await client.statistics.account({ additional: true })
  expect(data.locations?.map(({ code }) => code)).toEqual(['ZZ'])
  const asked = await ask('links.example.net', '/healthz/domain?domain=links.example.net')
  expect([asked.status, asked.body]).toEqual([404, expect.stringContaining('Link not found')])
})

test('a visit without HTTPS is redirected to HTTPS', async () => {
  const answer = await curl(
    ...['--resolve', `go.example.org:${ports.http}:127.0.0.1`, `http://go.example.org:${ports.http}/own`],
  )
  expect([answer.status, answer.location]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/go\.example\.org.*\/own$/),
  ])
})
