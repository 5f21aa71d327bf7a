// docs/microsites.md, typed as it stands: its commands print what stands under them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCurl } from '../test/curl.ts'
import { endAll, root, type ServerProcess, serve } from '../test/program.ts'

const document = readFileSync(join(root, 'docs/microsites.md'), 'utf8')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The document's commands, each with the output that it shows. */
const steps = [...document.matchAll(/^```sh\n([\s\S]*?)^```\n\n```(?:text|json)\n([\s\S]*?)^```$/gm)].map(
  ([, typed = '', shown = '']) => ({ typed, shown }),
)
const folder = mkdtempSync(join(tmpdir(), 'linnet-microsite-document-'))
let server: ServerProcess

/** Without what differs from run to run: the port, identifiers and times. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\b(mic|cmp)_\w+/g, '$1_…')
    .replaceAll(/"(\w+_at)":\d+/g, '"$1":0')
    .trim()
}

beforeAll(async () => {
  await ensureCurl()
  server = await serve({ DATA_DIR: folder })
})

afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

test('every block of commands is followed by what it printed', () => {
  expect(steps).toHaveLength(document.split('```sh\n').length - 1)
  expect(steps.length).toBeGreaterThan(5)
})

test('the commands, typed one after the other in one shell, print what the document shows', async () => {
  const end = '@@end of a step@@\n'
  const script = steps.map(({ typed }) => `${typed}printf '\\n${end.trim()}\\n'\n`).join('')
  const shell = Bun.spawn(['sh', '-c', script.replaceAll('localhost:3000', `localhost:${server.port}`)], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  expect(error).toBe('')
  expect(out.split(end).slice(0, -1).map(settled)).toEqual(steps.map(({ shown }) => settled(shown)))
})

test('the account is the one of the README, whose line is left out then', () => {
  const account = /^\.\/bin\/linnet user create .*$/m
  expect(account.exec(document)?.[0]).toBe(account.exec(readme)?.[0])
})
