// Programs that connect people to the agent tools: the MCP Inspector on the command line, and mcp-remote as a bridge.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chrome, openWindow } from '../browser/browser-window.ts'
import { openConsent } from '../browser/oauth-browser.ts'
import { type Account, type Instance, startInstance } from '../instance.ts'
import { freePort } from '../machine/free-port.ts'

const program = (path: string) => join(import.meta.dir, 'node_modules', path)
const inspector = program('@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const bridge = program('mcp-remote/dist/proxy.js')

const folder = mkdtempSync(join(tmpdir(), 'linnet-mcp-programs-'))
let instance: Instance
let account: Account

beforeAll(async () => {
  instance = await startInstance('sqlite')
  account = await instance.account()
})

afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
  rmSync(folder, { recursive: true })
})

describe('the inspector', () => {
  /** Runs it to its end; returns its status, its output, and its errors. */
  async function inspect(era: string, ...words: string[]) {
    const options = ['--transport', 'http', '--header', `Authorization: Bearer ${account.key}`]
    const run = Bun.spawn(
      [
        process.execPath,
        inspector,
        '--cli',
        `${instance.url}/mcp`,
        ...options,
        '--protocol-era',
        era,
        ...words,
      ],
      // It stores its state in the home folder.
      { env: { PATH: process.env.PATH, HOME: folder }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    )
    const [out, said] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
    return { status: await run.exited, out, said }
  }

  describe.each(['legacy', 'modern'])('in the %s era', (era) => {
    test('finds no errors in the schemas of the 28 tools in strict mode', async () => {
      const { status, out, said } = await inspect(era, '--method', 'tools/list', '--strict')
      expect([status, said]).toEqual([0, ''])
      expect(JSON.parse(out).tools).toHaveLength(28)
    })

    test('creates a link with a tool, and reads it with another one', async () => {
      const call = (...words: string[]) => inspect(era, '--method', 'tools/call', '--tool-name', ...words)
      const destination = 'https://example.com/a?b=c'
      const slug = `made-in-the-${era}-era`
      const made = await call('create_link', '--tool-arg', `long_url=${destination}`, `custom_slug=${slug}`)
      expect([made.status, made.said]).toEqual([0, ''])
      expect(JSON.parse(made.out).structuredContent.data.short).toBe(slug)
      const read = await call('get_link', '--tool-args-json', JSON.stringify({ short: slug }))
      expect(JSON.parse(read.out).structuredContent.data.long_url).toBe(destination)
    })
  })

  test('distinguishes a refusal from a result by its status', async () => {
    const words = ['--method', 'tools/call', '--tool-name', 'get_link', '--tool-arg', 'short=nothing']
    const { status, out, said } = await inspect('auto', ...words)
    expect([status, JSON.parse(said).error.code]).toEqual([5, 'tool_is_error'])
    expect(JSON.parse(out).content[0].text).toStartWith('not_found: ')
  })
})

describe('mcp-remote', () => {
  const clients: Client[] = []
  beforeAll(async () => {
    // It opens a browser with one of these programs, which must not be a real one.
    mkdirSync(join(folder, 'bin'))
    for (const name of ['open', 'xdg-open']) {
      writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n')
      chmodSync(join(folder, 'bin', name), 0o755)
    }
  })
  afterAll(() => Promise.all(clients.map((client) => client.close())))

  /** A client that supports only local programs starts it; `asked` gets the URL that it wants to open. */
  async function connected(
    name: string,
    port: number,
    more: string[],
    asked?: (address: string) => Promise<void>,
  ) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bridge, `${instance.url}/mcp`, String(port), ...more],
      env: {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        HOME: folder,
        BROWSER: 'true',
        MCP_REMOTE_CONFIG_DIR: join(folder, name),
      },
      stderr: 'pipe',
    })
    let said = ''
    let answered: Promise<void> | undefined
    transport.stderr?.on('data', (piece) => {
      said += piece
      const address = /^http\S+\/oauth\/authorize\?\S+(?=\n)/m.exec(said)?.[0]
      if (address) answered ??= asked?.(address) ?? Promise.reject(new Error('it asked again'))
    })
    const client = new Client({ name: 'test', version: '1.0.0' })
    clients.push(client)
    await client.connect(transport)
    await answered
    return { client, said: () => said }
  }

  test.each([
    ['with default options', []],
    ['speaking 2026-07-28 to the server', ['--protocol', 'auto']],
  ])('%s, signs its user in, and needs no user the next time', async (name, options) => {
    const port = await freePort()
    const allow = async (address: string) => {
      // Its console is ignored: the last page tries to close the window, which it may not.
      const { context, page } = await openWindow(chrome)
      await openConsent(page, instance, account, address)
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL((url) => url.href.startsWith(`http://localhost:${port}/oauth/callback?`))
      await context.close()
    }
    const once = await connected(name, port, options, allow)
    expect((await once.client.listTools()).tools).toHaveLength(28)
    expect((await once.client.callTool({ name: 'get_user_info' })).structuredContent).toMatchObject({
      data: { email: account.email },
    })
    await once.client.close()

    // By then the access token has expired.
    await instance.clock.advance(3_700_000)
    const again = await connected(name, port, options)
    expect((await again.client.listTools()).tools).toHaveLength(28)
    expect((await again.client.callTool({ name: 'get_quota' })).isError).toBeFalsy()
    expect(again.said()).not.toContain('/oauth/authorize?')
  })
})
