// deploy/nginx.conf in a real nginx in front of a real server: what reaches the server, and how responses come back.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@linnet/contract/client'
import { password } from '../test/accounts/sign-in.ts'
import { findProgram, needs } from '../test/command/requirements.ts'
import { commandsOn } from '../test/commands.ts'
import { freePort } from '../test/machine/free-port.ts'
import { endAll, newKey, type ServerProcess, serve } from '../test/machine/program.ts'
import { bmp } from '../test/pictures/image-files.ts'
import { type BackgroundProgram, startInBackground } from '../test/servers/background-program.ts'
import { curl } from '../test/servers/curl.ts'

needs('nginx', 'openssl')

const folder = mkdtempSync(join(tmpdir(), 'linnet-nginx-'))
const certificate = join(folder, 'certificate.pem')
const host = 'go.example.com'
let server: ServerProcess
let nginx: BackgroundProgram
let ports: { http: number; https: number }
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  ports = { http: await freePort(), https: await freePort() }
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: '127.0.0.1,::1',
  }
  server = await serve(settings)
  client = createClient({ baseUrl: `${server.url}/v2`, credential: await newKey(settings) })
  await commandsOn(settings, [
    ...['domain', 'add', '--email', 'ana@example.com', '--domain', 'links.example.net', '--verified'],
  ])
  const key = join(folder, 'key.pem')
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:links.example.net`]
  const openssl = Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, ...names],
  ])
  expect(openssl.exitCode).toBe(0)
  // The file as it is, except for free ports, the certificate, and the test's folders.
  const given = readFileSync(resolve(import.meta.dir, '../deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    .replace('listen 80 ', `listen ${ports.http} `)
    .replace('listen 443 ', `listen ${ports.https} `)
    .replace(/\S+fullchain\.pem/, certificate)
    .replace(/\S+privkey\.pem/, key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const around = `daemon off; pid ${join(folder, 'pid')}; user root; error_log ${join(folder, 'log')};
    events {} http { access_log off; ${temporary.join(' ')} ${given} }`
  writeFileSync(join(folder, 'nginx.conf'), around)
  nginx = await startInBackground(
    [findProgram('nginx') as string, '-c', join(folder, 'nginx.conf')],
    {},
    async () => {
      const { exit } = await ask(host, '/healthz')
      return exit === 0
    },
  )
})

afterAll(async () => {
  await nginx?.stop()
  await endAll()
  rmSync(folder, { recursive: true })
})

const through = (name: string) => [
  ...['--cacert', certificate, '--interface', '127.0.0.2'],
  ...['--resolve', `${name}:${ports.https}:127.0.0.1`],
]
const addressOf = (name: string, path: string) => `https://${name}:${ports.https}${path}`

/** Requests this host from nginx over HTTPS, from an address of this machine that is not a proxy. */
const ask = (name: string, path: string, ...more: string[]) =>
  curl(...through(name), ...more, addressOf(name, path))

test('links redirect, over HTTP/2 and on the requested domain', async () => {
  await client.links.create({ long_url: 'https://example.com/own', custom_slug: 'own' })
  const custom = { long_url: 'https://example.com/custom', domain_alias: 'links.example.net' }
  await client.links.create({ ...custom, custom_slug: 'own' })
  const locations = [await ask(host, '/own'), await ask('links.example.net', '/own')]
  expect(locations.map(({ status, version, location }) => [status, version, location])).toEqual([
    [302, '2', 'https://example.com/own'],
    [302, '2', 'https://example.com/custom'],
  ])
  const http = await curl(
    ...['--resolve', `${host}:${ports.http}:127.0.0.1`, `http://${host}:${ports.http}/own?a=b`],
  )
  expect([http.status, http.location]).toEqual([308, `https://${host}/own?a=b`])
})

test('sign-ins record the address that nginx saw; images are uploaded; clicks are streamed as they happen', async () => {
  const cookies = join(folder, 'cookies')
  const body = JSON.stringify({ email: 'ana@example.com', password })
  const json = ['-H', 'Content-Type: application/json', '-H', `Origin: https://${host}`]
  const forged = ['-H', 'X-Forwarded-For: 8.8.8.8']
  const signedIn = await ask(host, '/api/session', ...json, ...forged, '-c', cookies, '-d', body)
  expect(signedIn.status, signedIn.body).toBe(200)
  const audit = JSON.parse((await ask(host, '/api/audit', '-b', cookies)).body)
  expect(audit.data[0]).toMatchObject({ address: '127.0.0.2' })

  const picture = join(folder, 'picture.bmp')
  writeFileSync(
    picture,
    bmp(1600, 1200, (x, y) => [x % 256, y % 256, 0, 255]),
  )
  expect(Bun.file(picture).size).toBeGreaterThan(5_000_000)
  const upload = await ask(
    host,
    '/api/assets',
    '-b',
    cookies,
    ...json.slice(2),
    '--data-binary',
    `@${picture}`,
  )
  expect(upload.status, upload.body).toBe(200)

  const stream = Bun.spawn(['curl', '-sN', ...through(host), '-b', cookies, addressOf(host, '/api/live')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    let output = ''
    let isAsked = false
    // If nothing is streamed, the test's timeout ends it.
    for await (const piece of stream.stdout) {
      output += Buffer.from(piece).toString()
      if (!isAsked) await ask(host, '/own')
      isAsked = true
      if (output.includes('event: click')) break
    }
    expect(output).toContain('"short":"own"')
  } finally {
    stream.kill()
    await stream.exited
  }
})
