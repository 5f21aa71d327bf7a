// Runs the steps of "Rotating the secret key" in docs/operating.md as they are written, with a key in the environment and
// in the file.
import { afterEach, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOn, linnetHere } from '../test/commands.ts'
import { engines, type FreshDatabase, freshDatabase } from '../test/databases.ts'
import { freePort } from '../test/machine/free-port.ts'
import { newKey, root } from '../test/machine/program.ts'

const document = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const section = document.split('## Rotating the secret key\n')[1]?.split('\n## ')[0] ?? ''
const [inEnvironment = '', inFile = '', reseal = '', finish = ''] = [
  ...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm),
].map(([, typed = '']) => typed)
const shown = /^```text\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? ''

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** Runs commands, the last of which starts the server; the shell becomes the server, so that it can be stopped. */
async function start(typed: string, env: Record<string, string>): Promise<void> {
  expect(typed).toEndWith('./bin/linnet serve\n')
  const script = typed.replace(/(.*\n)$/, 'exec $1')
  const child = Bun.spawn(['sh', '-ec', script], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stop = async () => {
    child.kill()
    await child.exited
  }
  let said = ''
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    said += decoder.decode(bytes, { stream: true })
    if (said.includes(env.PORT ?? '')) break
  }
  expect((await fetch(`http://localhost:${env.PORT}/healthz`)).status).toBe(200)
}

async function restart(typed: string, env: Record<string, string>): Promise<void> {
  await stop?.()
  await start(typed, env)
}

/** The exports before the last command, for a later shell. */
const exportsOf = (typed: string) =>
  typed
    .split('\n')
    .filter((line) => line.startsWith('export '))
    .join('\n')

const webhook = (env: Record<string, string>) =>
  commandsOn(env, [
    ...['webhook', 'create', '--email', 'ana@example.com'],
    ...['--url', 'https://example.com/hook', '--events', 'all'],
  ])

async function typeReseal(typed: string, env: Record<string, string>): Promise<void> {
  const child = Bun.spawn(['sh', '-ec', `${exportsOf(typed)}\n${reseal}`], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(await new Response(child.stdout).text()).toEndWith(shown)
  expect(await child.exited).toBe(0)
}

async function keyFinding(env: Record<string, string>): Promise<string> {
  const { findings } = JSON.parse((await linnetHere(['doctor', '--json'], env)).out)
  const { state, says } = findings.find(({ what }: { what: string }) => what === 'secret key')
  return `${state}: ${says}`
}

const settingsOf = async ({ env }: FreshDatabase) => ({ ...env, PORT: String(await freePort()) })

describe.each(engines)('the documented rotation of the secret key, on %s', (engine) => {
  test('with the key in the environment', async () => {
    const database = await freshDatabase(engine)
    const old = randomBytes(32).toString('hex')
    const env = { ...(await settingsOf(database)), SECRET_KEY: old }
    await start('./bin/linnet serve\n', env)
    await newKey(env)
    for (let count = 0; count < 2; count++) await webhook(env)
    // The generated key has to be known here, because later shells need it.
    const fresh = randomBytes(32).toString('hex')
    const typed = inEnvironment.replace('$(openssl rand -hex 32)', fresh)
    expect(typed).not.toBe(inEnvironment)
    await restart(typed, env)
    await typeReseal(typed, env)
    const after = { ...env, SECRET_KEY: fresh }
    await restart(finish, { ...after, SECRET_KEY_FALLBACKS: old })
    expect(await keyFinding(after)).toBe('ok: decrypts the secrets in the database')
    await stop?.()
    await database.remove()
  })

  test('with the key in the file', async () => {
    const database = await freshDatabase(engine)
    const env = await settingsOf(database)
    await start('./bin/linnet serve\n', env)
    const file = join(env.DATA_DIR, 'secret.key')
    const old = readFileSync(file, 'utf8')
    await newKey(env)
    for (let count = 0; count < 2; count++) await webhook(env)
    await restart(inFile, env)
    expect(readFileSync(file, 'utf8')).not.toBe(old)
    expect(readFileSync(`${file}.old`, 'utf8')).toBe(old)
    await typeReseal(inFile, env)
    await restart(finish, env)
    expect(existsSync(`${file}.old`)).toBe(false)
    expect(await keyFinding(env)).toBe('ok: decrypts the secrets in the database')
    await stop?.()
    await database.remove()
  })
})
