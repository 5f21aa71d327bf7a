// `linnet export --static` of links that are blocked or have a warning: the files must not reveal their destinations.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, type Instance, startInstance } from '../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../test/microsites.ts'
import { exportCommand } from '../../../../../test/portability/exporting.ts'
import { runStatement } from '../../../../../test/servers/statements.ts'

const scratch = mkdtempSync(join(tmpdir(), 'linnet-judged-'))
const list = join(scratch, 'hosts.txt')
const env = { BLOCKED_HOSTS_FILES: list, SIGNUPS: 'open' }
let instance: Instance
let account: Account
let exported = 0

/** Writes the list with a modification time an hour ago, a little later each time. */
function write(...hosts: string[]): void {
  writeFileSync(list, hosts.join('\n'))
  const modified = new Date(Date.now() - 3_600_000 + exported * 1000)
  utimesSync(list, modified, modified)
}

beforeAll(async () => {
  write('other.example')
  instance = await startInstance('sqlite', env)
  account = await instance.account()
  await account.link({ custom_slug: 'plain', long_url: 'https://plain.example/' })
  await account.link({ custom_slug: 'listed', long_url: 'https://harm.example/' })
  await account.link({ custom_slug: 'hidden', long_url: 'https://bit.ly/harm' })
  await account.link({ custom_slug: 'like', long_url: 'https://g00gle.com/harm' })
  const { slug } = await microsite(account, { slug: 'ana' })
  const parts = componentsOf(account, slug)
  for (const href of ['https://harm.example/', 'https://g00gle.com/harm', 'https://plain.example/page'])
    await parts.add('LINK', { value: 'There', href })
  await account.call(`PUT /microsites/${slug}`, { body: { published: true } })
})
afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
  rmSync(scratch, { recursive: true, force: true })
})

/** The files for web servers, and what was left out of them. */
async function filesFor(person: Account): Promise<{ answered: string; leftOut: string[] }> {
  const folder = join(scratch, `site-${++exported}`)
  await exportCommand(instance, ['--email', person.email, '--static', folder], env)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'left-out.csv')
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
  const leftOut = readFileSync(join(folder, 'left-out.csv'), 'utf8').split('\r\n').slice(1, -1)
  return { answered: files.map((name) => readFileSync(name, 'latin1')).join('\n'), leftOut }
}

test('blocked destinations and those with a warning are in no file, neither as links nor in microsites', async () => {
  write('harm.example')
  const { answered, leftOut } = await filesFor(account)
  expect(answered).toContain('https://plain.example/')
  expect(answered).toContain('href="https://plain.example/page"')
  for (const held of ['harm.example', 'g00gle.com', 'bit.ly']) expect(answered).not.toContain(held)
  const { host } = new URL(instance.url)
  expect(leftOut.filter((line) => line.startsWith('link')).sort()).toEqual([
    `link,${host}/hidden,the server does more than redirect visitors`,
    `link,${host}/like,the server does more than redirect visitors`,
    `link,${host}/listed,blocked by the operator`,
  ])
  expect(leftOut.filter((line) => line.startsWith('component'))).toHaveLength(2)
})

test('no file redirects to a destination of an account in quarantine', async () => {
  const stranger = await instance.account()
  await stranger.link({ custom_slug: 'new', long_url: 'https://unknown.example/' })
  const { slug } = await microsite(stranger, { slug: 'newcomer' })
  await componentsOf(stranger, slug).add('LINK', { value: 'There', href: 'https://unknown.example/' })
  await stranger.call(`PUT /microsites/${slug}`, { body: { published: true } })
  await runStatement(
    instance.database,
    `update users set trusted_at = null where public_id = '${stranger.userId}'`,
  )
  const { answered, leftOut } = await filesFor(stranger)
  expect(answered).not.toContain('unknown.example')
  expect(leftOut).toHaveLength(2)
})
