// docs/agents.md, typed as written: its commands print the output shown below them, and its bridge starts as configured.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { needs } from '../command/requirements.ts'
import { outcomeOf } from '../machine/child-output.ts'
import { endAll, root, type ServerProcess, serve } from '../machine/program.ts'

needs('curl')

const document = readFileSync(join(root, 'docs/agents.md'), 'utf8')

/** The commands, each with the output below it. */
const steps = [...document.matchAll(/^```sh\n([\s\S]*?)^```\n\n```(?:text|json)\n([\s\S]*?)^```$/gm)].map(
  ([, typed = '', shown = '']) => ({ typed, shown }),
)

/** The installed program, instead of the one that npx would fetch. */
const programs: Record<string, string> = {
  '@modelcontextprotocol/inspector@2.12.0': '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  'mcp-remote@0.15.1': 'mcp-remote/dist/proxy.js',
}
const installed = (name: string) => join(import.meta.dir, 'node_modules', programs[name] ?? name)

/** Without what differs between runs, and without the text for the model, which has tests of its own. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\b(usr|wsp|lnk)_\w+/g, '$1_…')
    .replaceAll(/("text": ?)"(?:[^"\\]|\\.)+"/g, '$1"…"')
    .replaceAll(/("\w+_at": ?)\d+/g, '$10')
    .trim()
}

const folder = mkdtempSync(join(tmpdir(), 'linnet-agents-document-'))
let server: ServerProcess
let printed: string[]
let key: string
beforeAll(async () => {
  server = await serve({ DATA_DIR: folder })
  const end = '@@end of a step@@\n'
  const ends = `printf '\\n${end.trim()}\\n'\n`
  const here = steps
    .map(({ typed }) => typed + ends)
    .join('')
    .replaceAll('localhost:3000', `localhost:${server.port}`)
    .replaceAll('./bin/linnet', join(root, 'bin/linnet'))
    .replaceAll(/npx -y (\S+)/g, (_, name) => `node ${installed(name)}`)
  const shell = Bun.spawn(['sh', '-c', `${here}printf %s "$KEY"`], {
    // Where the document's programs find their libraries.
    cwd: import.meta.dir,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { out, error } = await outcomeOf(shell)
  expect(error).toBe('')
  printed = out.split(end)
  key = printed.pop() ?? ''
})
afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

test('the commands, typed one after the other in one shell, print what the document shows', () => {
  expect(steps).toHaveLength(document.split('```sh\n').length - 1)
  if (process.env.FIGURES) console.log(printed.join('\n'))
  expect(printed.map(settled)).toEqual(steps.map(({ shown }) => settled(shown)))
})

test('mcp-remote, configured as documented, gives a program the tools', async () => {
  const [block = 'null'] = /^\{\n {2}"mcpServers"[\s\S]*?^\}$/m.exec(document) ?? []
  const { args, env } = JSON.parse(block).mcpServers.linnet
  const [yes, name, address, ...more] = args as string[]
  expect([yes, address]).toEqual(['-y', 'http://localhost:3000/mcp'])
  const transport = new StdioClientTransport({
    command: 'node',
    args: [installed(`${name}`), `${server.url}/mcp`, ...more],
    env: { HOME: folder, AUTH_HEADER: env.AUTH_HEADER.replace('sk_live_…', key) },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  expect((await client.listTools()).tools).toHaveLength(28)
  expect((await client.callTool({ name: 'get_link', arguments: { short: 'agents' } })).isError).toBeFalsy()
  await client.close()
})
