// Runs docs/quickstart.md as it is written: each of its commands prints the output shown below it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { endAll, root, type ServerProcess, serve } from '../test/machine/program.ts'

needs('curl')

const document = readFileSync(join(root, 'docs/quickstart.md'), 'utf8')

/** The document's commands, each with the output that it shows. */
const steps = [...document.matchAll(/^```sh\n([\s\S]*?)^```\n\n```(?:text|json)\n([\s\S]*?)^```$/gm)].map(
  ([, typed = '', shown = '']) => ({ typed, shown }),
)

// Typed in a copy of this checkout (with its libraries, as `npm ci` would bring them) in a home folder of its own, so
// that no data of a developer is touched; and on a free port instead of 3000, which the commands in the welcome message then
// use. Nothing else is replaced.
const home = realpathSync(mkdtempSync(join(tmpdir(), 'linnet-home-')))
const checkout = join(home, 'linnet')
let server: ServerProcess

/** Without what differs from run to run: the folder, the port, identifiers, keys, tokens, times and dates. */
function settled(text: string): string {
  return text
    .replaceAll(home, '/home/ana')
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\bPORT=\d+ /g, '')
    .replaceAll(/\b(lnk_|sk_live_|token=)\w+/g, '$1…')
    .replaceAll(/"(\w+_at)":\d+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
    .trim()
}

beforeAll(async () => {
  mkdirSync(checkout)
  for (const part of ['bin', 'packages', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  server = await serve({ HOME: home }, { program: join(checkout, 'bin/linnet'), cwd: checkout })
})

afterAll(async () => {
  await endAll()
  rmSync(home, { recursive: true })
})

test('every block of commands is followed by its output', () => {
  expect(steps).toHaveLength(document.split('```sh\n').length - 1)
  expect(steps.length).toBeGreaterThan(5)
})

test('the first command starts the server, which says what the document shows', () => {
  const [start] = steps
  expect(start?.typed).toBe('npm ci && npm start\n')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts.start).toBe('exec bin/linnet serve')
  expect(settled(start?.shown ?? '')).toEndWith(settled(server.welcome))
})

test('the other commands, run one after the other in one shell, print what the document shows', async () => {
  const rest = steps.slice(1)
  const end = '@@end of a step@@\n'
  const script = rest.map(({ typed }) => `${typed}printf '\\n${end.trim()}\\n'\n`).join('')
  const shell = Bun.spawn(['sh', '-c', script.replaceAll('localhost:3000', `localhost:${server.port}`)], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  expect(error).toBe('')
  const printed = out.split(end).slice(0, -1)
  expect(printed.map(settled)).toEqual(rest.map(({ shown }) => settled(shown)))
})
