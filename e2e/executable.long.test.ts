// The single-file executable for this machine, alone in an empty folder: everything that is a file of the sources is in it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@linnet/contract/client'
import manifest from '../package.json' with { type: 'json' }
import { buildExecutables } from '../packages/server/executables.ts'
import { password } from '../test/accounts/sign-in.ts'
import { needs } from '../test/command/requirements.ts'
import { endAll, linnet, linnetJson, type ServerProcess, serve } from '../test/machine/program.ts'
import { png } from '../test/pictures/image-files.ts'
import { scanPng } from '../test/pictures/qr-pixels.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../test/webhooks/webhook-receiver.ts'

needs('Linux')

const email = 'ana@example.com'
const folder = mkdtempSync(join(tmpdir(), 'linnet-executable-'))
// An empty environment: no programs, no home, and only these settings.
const settings = {
  ...{ PATH: '', HOME: '', TMPDIR: folder },
  ...{ TRUST_PROXY: '127.0.0.0/8,::1', ALLOW_PRIVATE_TARGETS: 'true' },
}
const place = { program: join(folder, 'linnet'), cwd: folder }

let server: ServerProcess
let cookie: string
let client: ReturnType<typeof createClient>
let receiver: WebhookReceiver

beforeAll(async () => {
  const built = mkdtempSync(join(tmpdir(), 'linnet-built-'))
  const [file = ''] = await buildExecutables(['linux-x64'], built)
  copyFileSync(file, place.program)
  chmodSync(place.program, 0o755)
  rmSync(built, { recursive: true })
  receiver = await startWebhookReceiver()
  server = await serve(settings, place)
  cookie = await setUp(/\S+\/account\/setup\?token=\S+/.exec(server.welcome)?.[0] ?? '')
  const words = ['key', 'create', '--email', email, '--name', 'test', '--scopes', 'all']
  const { key } = await linnetJson(words, settings, place)
  client = createClient({ baseUrl: `${server.url}/v2`, credential: key as string })
})

afterAll(async () => {
  await endAll()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

/** Creates the administrator at the URL in the terminal, as its page does; returns the session's cookie. */
async function setUp(address: string): Promise<string> {
  const page = new URL(address)
  const token = page.searchParams.get('token') ?? ''
  const body = new URLSearchParams({ token, name: 'Ana', email, password })
  const answer = await fetch(`${page.origin}/account/setup`, {
    method: 'POST',
    headers: { origin: page.origin },
    body,
    redirect: 'manual',
  })
  expect(answer.status, await answer.text()).toBe(303)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers, redirect: 'manual' })

async function call(
  methodAndPath: string,
  body: object | Uint8Array<ArrayBuffer>,
): Promise<Record<string, string>> {
  const [method = '', path] = methodAndPath.split(' ')
  const isFile = body instanceof Uint8Array
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { cookie, ...(isFile ? {} : { 'content-type': 'application/json' }) },
    body: isFile ? body : JSON.stringify(body),
  })
  const said = (await answer.json()) as { data: Record<string, string> }
  expect(answer.status, JSON.stringify(said)).toBe(200)
  return said.data
}

/** Requests all URLs in a document with this prefix; each must exist. */
async function filesOf(html: string, beginning: string): Promise<Response[]> {
  const paths = new Set(html.match(new RegExp(`${beginning}[\\w./-]+`, 'g')))
  const answers = await Promise.all([...paths].map((path) => get(path)))
  expect(answers.map(({ url, status }) => [url, status])).toEqual(answers.map(({ url }) => [url, 200]))
  return answers
}

test('prints its version and commands, and refuses an unknown command in one line', async () => {
  const said = async (...words: string[]) => (await linnet(words, settings, place)).out
  expect(await said('--version')).toBe(`linnet ${manifest.version}\n`)
  expect(await said('help')).toBe((await linnet(['help'])).out)
  expect(await linnet(['serve', 'x'], settings, place)).toEqual(await linnet(['serve', 'x']))
})

test('redirects, renders the QR code, and counts the click in its country', async () => {
  const { data } = await client.links.create({ long_url: 'https://example.com/a', title: 'Executable' })
  const visitor = { 'x-forwarded-for': '133.11.0.1', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
  expect((await get(`/${data.short}`, visitor)).headers.get('location')).toBe('https://example.com/a')
  const png = await (await get(`/${data.short}.png`)).bytes()
  expect(scanPng(png)).toStartWith(data.short_url)
  const { data: statistics } = await client.statistics.account({ additional: true })
  expect(statistics.locations).toMatchObject([{ code: 'JP', clicks: 1 }])
  // Lists and searches run in the query worker.
  expect((await client.links.list({ search: 'executab' })).data.map(({ short }) => short)).toEqual([
    data.short,
  ])
})

test('serves a microsite and its font files', async () => {
  await client.microsites.create({ slug: 'ana', title: 'Ana', kind: 'portfolio', theme: 'paper' })
  const html = await (await get('/ana')).text()
  expect(await filesOf(html, '/static/')).not.toBeEmpty()
  const fonts = (await filesOf(html, '/static/')).filter(({ url }) => url.endsWith('.woff2'))
  expect(fonts).not.toBeEmpty()
  for (const font of fonts) expect((await font.text()).slice(0, 4)).toBe('wOF2')
})

test('serves the dashboard and all its files, which were built in advance', async () => {
  const page = await get('/dashboard', { cookie })
  expect(page.status).toBe(200)
  const files = await filesOf(await page.text(), '/dashboard/files/')
  expect(files.length).toBeGreaterThan(3)
  // The chunks that are loaded later as well.
  const [bundle = ''] = readdirSync(join(folder, 'data/dashboard'))
  const chunks = readdirSync(join(folder, 'data/dashboard', bundle)).filter((name) => name.endsWith('.js'))
  expect(chunks.length).toBeGreaterThan(files.length)
})

test('re-renders an uploaded image, including its text, and notifies a webhook from its thread', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">Aa سلام</text></svg>'
  const { path = '' } = await call('POST /assets', new TextEncoder().encode(svg))
  expect(await (await get(path)).text()).toMatch(/<path[^>]* d="M/)
  const raster = await call('POST /assets', png(400, 300))
  expect(raster).toMatchObject({ width: 400, height: 300, variants: [{ width: 320 }] })
  await call('POST /webhooks', { url: `${receiver.url}/hook`, events: ['link.created'] })
  const { data } = await client.links.create({ long_url: 'https://example.com/b' })
  expect((await receiver.next()).event.data).toMatchObject({ short: data.short })
})

test('serves the API reference and agent tools, stops on request, and has written nothing but its data', async () => {
  expect(((await (await get('/v2/openapi.json')).json()) as { openapi: string }).openapi).toBe('3.1.0')
  expect((await get('/v2/docs')).status).toBe(200)
  expect((await fetch(`${server.url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await server.log).not.toContain('"level":"error"')
  expect(readdirSync(folder).sort()).toEqual(['data', 'linnet'])
})
