// What the terminal shows when the server has started: its URLs, and suggested commands, which are run here as printed.
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { engines, freshDatabase } from '../test/databases.ts'
import { endAll, root, serve } from '../test/machine/program.ts'

needs('curl')

afterEach(endAll)

/** Runs a line in a shell with a bare environment. */
async function type(line: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const shell = Bun.spawn(['sh', '-c', line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  if ((await shell.exited) !== 0) throw new Error(`${line}\n${error}`)
  return out
}

/** The commands in the welcome, with lines joined that end in a backslash. */
function commandsIn(welcome: string): string[] {
  const lines = welcome.replaceAll(/\\\n\s+/g, '').split('\n')
  return lines.map((line) => line.trim()).filter((line) => /bin\/linnet'? |^curl /.test(line))
}

async function typeAll(welcome: string, cwd: string, env?: Record<string, string>): Promise<unknown> {
  const [user = '', key = '', curl = '', ...more] = commandsIn(welcome)
  expect(more).toEqual([])
  await type(user, cwd, env)
  const [secret = ''] = (await type(key, cwd, env)).split('\n')
  expect(curl).toContain('sk_live_…')
  return JSON.parse(await type(`${curl.replace('curl', 'curl -s')}`.replace('sk_live_…', secret), cwd, env))
}

function setUpAddressIn(welcome: string): string {
  return /^ +(\S+\/account\/setup\?token=\w{43})$/m.exec(welcome)?.[1] ?? ''
}

describe('the welcome of an empty instance', () => {
  for (const engine of engines) {
    test(`suggests commands for an account, a key and a link, which work as printed, and leaves them out once they have run, on ${engine}`, async () => {
      const database = await freshDatabase(engine)
      try {
        const server = await serve(database.env)
        expect(server.welcome).toContain(`Linnet is running at ${server.url}`)
        expect(server.welcome).toContain(`Your account: ${server.url}/account`)
        expect(server.welcome).toContain(`Dashboard: ${server.url}/dashboard`)
        for (const command of commandsIn(server.welcome).slice(0, 2))
          expect(command).toStartWith(`PORT=${server.port} `)
        const { DATABASE_URL } = database.env
        if (DATABASE_URL) expect(server.welcome).toContain('with the same DATABASE_URL')
        if (DATABASE_URL) expect(server.welcome).not.toContain(DATABASE_URL)
        const made = await typeAll(server.welcome, root, DATABASE_URL ? { DATABASE_URL } : {})
        expect(made).toMatchObject({ data: { long_url: 'https://example.com', status: 'active' } })
        expect(await server.end('SIGTERM')).toBe(0)
        const { welcome, url } = await serve(database.env)
        expect(welcome).toContain(`API reference: ${url}/v2/docs`)
        expect(welcome).toContain(`Your account: ${url}/account`)
        expect(commandsIn(welcome)).toEqual([])
        expect(setUpAddressIn(welcome)).toBe('')
      } finally {
        await endAll()
        await database.remove()
      }
    })
  }

  test('shows a URL at PUBLIC_URL for setting up the administrator in a browser, and a new one after a restart', async () => {
    const database = await freshDatabase('sqlite')
    try {
      const first = await serve({ ...database.env, PUBLIC_URL: 'https://go.example.com' })
      expect(first.welcome).toContain('Linnet is running at https://go.example.com')
      expect(first.welcome).not.toContain('PORT=')
      // If PUBLIC_URL is a different address, the one that the server listens on is shown too.
      expect(first.welcome).toContain(`Listening on http://127.0.0.1:${first.port}`)
      expect(first.welcome).toContain('curl https://go.example.com/v2/links')
      const before = setUpAddressIn(first.welcome)
      expect(before).toStartWith('https://go.example.com/account/setup')
      expect(await first.end('SIGTERM')).toBe(0)
      expect(await first.log).not.toContain('token')
      const server = await serve(database.env)
      const address = setUpAddressIn(server.welcome)
      expect(address).toStartWith(`${server.url}/account/setup?token=`)
      expect(new URL(address).search).not.toBe(new URL(before).search)
      expect(await (await fetch(address)).text()).toContain('Set up this server')
      const { search, origin } = new URL(address)
      const form = new URLSearchParams(search)
      for (const [name, value] of [
        ['name', 'Ana'],
        ['email', 'ana@example.com'],
        ['password', 'a fine password'],
      ] as const)
        form.set(name, value)
      const answer = await fetch(`${origin}/account/setup`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
      expect((await fetch(address)).status).toBe(410)
    } finally {
      await endAll()
      await database.remove()
    }
  })

  test('names commands that work from the folder that the server was started in, whatever its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), "linnet's folder "))
    try {
      const server = await serve({}, { cwd: folder, program: resolve(root, 'bin/linnet') })
      expect(server.welcome).toContain(`SQLite in ${join(folder, 'data')}`)
      expect(await typeAll(server.welcome, tmpdir())).toMatchObject({ data: { clicks: 0 } })
    } finally {
      await endAll()
      rmSync(folder, { recursive: true })
    }
  })
})
