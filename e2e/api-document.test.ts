// Runs docs/api.md as it is written: each command prints the output shown below it, and its table has every error code.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@linnet/contract'
import { needs } from '../test/command/requirements.ts'
import { endAll, root, type ServerProcess, serve } from '../test/machine/program.ts'

needs('curl')

const renewal = 'RENEW_DOCS=1 npm test -- api-document'
const documentFile = join(root, 'docs/api.md')
const document = readFileSync(documentFile, 'utf8')
const steps = [...document.matchAll(/^```sh\n([\s\S]*?)^```\n\n```(?:text|json)\n([\s\S]*?)^```$/gm)].map(
  ([, typed = '', shown = '']) => ({ typed, shown }),
)

// A folder with the contents of a checkout, so that no developer's data is touched.
const folder = mkdtempSync(join(tmpdir(), 'linnet-api-document-'))
let server: ServerProcess

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(root, 'bin/linnet'), join(folder, 'bin/linnet'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  server = await serve({ DATA_DIR: join(folder, 'data') })
})

afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

/** Without what differs between runs. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\b(lnk_|usr_|wsp_|key_|sk_live_)\w+/g, '$1…')
    .replaceAll(/"(\w+_at)":\d+/g, '"$1":0')
    .replaceAll(/("request_id":)"[\w-]+"/g, '$1"…"')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replaceAll(/((?:;t=|;r=|Reset: |Remaining: ))\d+/gi, '$10')
    .trim()
}

/** The output of all commands, run one after the other in one shell. */
async function typed(): Promise<string[]> {
  const end = '@@end of a step@@\n'
  const script = steps.map(({ typed }) => `${typed}printf '\\n${end.trim()}\\n'\n`).join('')
  const shell = Bun.spawn(['sh', '-c', script.replaceAll('localhost:3000', `localhost:${server.port}`)], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  expect(error).toBe('')
  return out.split(end).slice(0, -1)
}

test('every command is followed by its output', () => {
  expect(steps).toHaveLength(document.split('```sh\n').length - 1)
  expect(steps.length).toBeGreaterThan(10)
})

test('the commands, run one after the other, print what the document shows', async () => {
  const printed = await typed()
  expect(printed.map(settled)).toEqual(steps.map(({ shown }) => settled(shown)))
})

test(`the table has every error with its status and what to do about it; \`${renewal}\` updates it`, async () => {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |\n`,
  )
  const table = `| code | status | |\n|---|---|---|\n${rows.join('')}`
  const renewed = document.replace(/^\| code \| status \| \|\n(\|.*\n)*/m, () => table)
  expect(renewed).toContain(table)
  if (process.env.RENEW_DOCS) await Bun.write(documentFile, renewed)
  else expect(document).toBe(renewed)
})
