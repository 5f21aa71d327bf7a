// The MCP conformance suite checks the authorization server: all of its scenarios together, the browser part in Chromium.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newApp } from '../accounts/oauth.ts'
import { inWindow, type OauthBrowser, openConsent, startOauthBrowser } from '../browser/oauth-browser.ts'
import { type Account, type Instance, onEachEngine } from '../instance.ts'
import { freePort } from '../machine/free-port.ts'

const suite = join(import.meta.dir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

interface Verdict {
  /** `SUCCESS`, or one of `FAILURE`, `WARNING`, `SKIPPED`, with the reason. */
  checks: Record<string, string>
  status: number
}

/** Runs the suite in the pinned Bun; `allow` does what it asks a user to do in a browser. */
async function judge(
  instance: Instance,
  options: string[],
  allow: (address: string) => Promise<void>,
): Promise<Verdict> {
  const results = mkdtempSync(join(tmpdir(), 'linnet-conformance-'))
  const run = Bun.spawn(
    [process.execPath, suite, 'authorization', '--url', instance.url, '--output-dir', results, ...options],
    { env: { PATH: process.env.PATH }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  try {
    const faults = new Response(run.stderr).text()
    const address = await addressIn(run.stdout)
    if (address === null) throw new Error(`the suite opened no URL: ${await faults}`)
    await allow(address)
    return { status: await run.exited, checks: checksIn(results) }
  } finally {
    run.kill()
    rmSync(results, { recursive: true })
  }
}

/** The URL that a user should open, as soon as the suite has printed it; keeps reading to the end. */
function addressIn(output: ReadableStream<Uint8Array>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const decoder = new TextDecoder()
  let said = ''
  const read = async () => {
    for await (const piece of output) {
      said += decoder.decode(piece, { stream: true })
      const address = /^http\S+\/oauth\/authorize\?\S+(?=\n)/m.exec(said)?.[0]
      if (address) resolve(address)
    }
    resolve(null)
  }
  void read()
  return promise
}

function checksIn(folder: string): Verdict['checks'] {
  const found: Verdict['checks'] = {}
  for (const file of new Bun.Glob('**/checks.json').scanSync(folder)) {
    const checks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      id: string
      status: string
      errorMessage?: string
    }[]
    expect(checks, dirname(file)).not.toEqual([])
    for (const { id, status, errorMessage } of checks)
      found[id] = status + (errorMessage ? `: ${errorMessage}` : '')
  }
  return found
}

onEachEngine('the MCP conformance suite', (instance) => {
  let account: Account
  let port: number
  beforeAll(async () => {
    account = await instance.account()
    port = await freePort()
  })

  const callback = () => `http://127.0.0.1:${port}/callback`
  const allow = (address: string) =>
    inWindow(browser.chrome, {}, async (page) => {
      await openConsent(page, instance, account, address)
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL((url) => url.href.startsWith(callback()))
    })

  const clients: [string, () => Promise<string>][] = [
    [
      'that its developer has registered',
      async () => (await newApp(instance, account, { uris: [callback()], isPublic: true })).clientId,
    ],
    [
      'that has registered itself',
      async () => {
        const metadata = { redirect_uris: [callback()] }
        const answer = await instance.ask('POST /oauth/register', { body: metadata })
        return answer.body.client_id
      },
    ],
  ]
  describe.each(clients)('with an application %s', (_who, clientId) => {
    test.each([
      ['for the whole service', () => []],
      ['for its agent tools alone', () => ['--resource', `${instance.url}/mcp`]],
    ])('finds no failures, %s', async (_for, resource) => {
      const options = ['--client-id', await clientId(), '--port', String(port), ...resource()]
      expect(await judge(instance, options, allow)).toEqual({
        checks: {
          'authorization-server-metadata': 'SUCCESS',
          'authorization-server-metadata-cimd': 'SUCCESS',
          'authorization-code-grant': 'SUCCESS',
        },
        status: 0,
      })
    })
  })
})
