// What `linnet export` writes is read again by `linnet import` on another instance, with everything that a table can hold.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, type Instance, startInstance } from '../../../../../test/instance.ts'
import { exportCommand } from '../../../../../test/portability/exporting.ts'
import { runStatement } from '../../../../../test/servers/statements.ts'

const scratch = mkdtempSync(join(tmpdir(), 'linnet-round-trip-'))
const table = join(scratch, 'ana', 'links.csv')
const instances: Instance[] = []
let ana: Account

// Text that could end a line or a cell, is taken for a formula, or looks like an escaped formula.
const titles = [
  'Ünïcode “日本” 🎉\n"two"\r\nlines, and \u2028 \u0085 more',
  '=HYPERLINK("https://evil.example/")',
  "'=as it is",
  '-5 %',
  '-plain',
  '＝HYPERLINK("https://evil.example/")',
  "'＝as it is",
  ' \u200b=1+1',
  '\n=1+1',
  '\u001b[31mred',
]

async function instanceOn(engine: 'sqlite' | 'postgres'): Promise<Instance> {
  const instance = await startInstance(engine)
  instances.push(instance)
  return instance
}

beforeAll(async () => {
  const from = await instanceOn('sqlite')
  ana = await from.account()
  await ana.domain('go.trip.example')
  const odd = `https://Example.com/a b,"c";d|e?${'ü'.repeat(2000)}='%zz`
  for (const [index, title] of titles.entries())
    await ana.link({ custom_slug: `title-${index}`, title, long_url: odd })
  await ana.link({ custom_slug: '-dash', domain_alias: 'go.trip.example', expired_at: 9_000_000_000 })
  await ana.link({ custom_slug: 'behind', password: 'sesame' })
  await ana.link({ custom_slug: 'blocked' })
  for (const [slug, body] of [
    ['once', { disposable: true }],
    ['adult', { adult: true }],
    ['some-day', { archive_at: '2199-12-31' }],
  ] as const) {
    await ana.link({ custom_slug: slug })
    await ana.call(`PUT /links/${slug}`, { body })
  }
  await ana.link({ custom_slug: 'limited', max_clicks: 3 })
  await from.visit('/limited')
  await ana.link({ custom_slug: 'used-up', max_clicks: 1 })
  await from.visit('/used-up')
  await ana.link({
    custom_slug: 'deciding',
    tags: ['Spring, and more', 'ads | here'],
    note: '=For "me", and\nnobody else',
    forward_query: true,
    forward_path: false,
    starts_at: 8_000_000_000,
    ended_url: 'https://example.com/ended?a=1,2',
    preview: { title: 'Card "one"', description: "'=Text" },
    rules: [
      {
        name: 'Phones, and "more"',
        when: { os: ['ios', 'android'], query: { ref: ['a', 'b'] } },
        to: [{ long_url: odd }],
      },
      {
        when: { days: ['sat'], hours: ['22:00', '02:00'], time_zone: 'Europe/Berlin' },
        to: [
          { long_url: 'https://example.com/a', weight: 70 },
          { long_url: 'https://example.com/b', weight: 30 },
        ],
      },
    ],
  })
  for (const [slug, body] of [
    ['deciding', { watch: true, when_broken: 'archive' }],
    ['some-day', { watch: false, when_broken: 'domain' }],
    ['limited', { when_broken: 'ended_url' }],
  ] as const)
    await ana.call(`PUT /links/${slug}/health`, { body })
  await ana.link({ custom_slug: 'put-away' })
  await ana.call('DELETE /links/put-away')
  await from.visit('/adult')
  await from.visit('/title-0')
  await ana.call('GET /links/title-0/stats/lifetime')
  await runStatement(
    from.database,
    `update links set blocked_at = 1, blocked_reason = 'bad' where id = (select link_id from codes where code = 'blocked')`,
  )
  await exportCommand(from, ['--email', ana.email, '--to', join(scratch, 'ana')])
})
afterAll(async () => {
  for (const instance of instances) {
    await instance.stop()
    await instance.database.remove()
  }
  rmSync(scratch, { recursive: true, force: true })
})

const kept = [
  'long_url',
  'title',
  'status',
  'disposable',
  'adult',
  'expired_at',
  'archive_at',
  'clicks',
  'note',
  'forward_query',
  'forward_path',
  'starts_at',
  'max_clicks',
  'max_clicks_used',
  'ended_url',
  'rules',
  'preview',
  'tags',
] as const

/** The links by code, with the fields that a table can hold. */
async function linksOf(account: Account): Promise<Record<string, Record<string, unknown>>> {
  const { data } = (await account.call('GET /links?status=all&limit=100')).body
  const links: Record<string, Record<string, unknown>> = {}
  for (const link of data) {
    const { watch, when_broken } = (await account.call(`GET /links/${link.id}/health`)).body.data
    const fields = ['created_at', ...kept].map((name) => [name, link[name]])
    links[link.short] = { ...Object.fromEntries(fields), watch, when_broken }
  }
  return links
}

test.each(['sqlite', 'postgres'] as const)('links arrive unchanged on %s', async (engine) => {
  const to = await instanceOn(engine)
  const account = await to.account()
  const said = await to.command('import', table, '--email', account.email)
  const [there, here] = [await linksOf(ana), await linksOf(account)]
  expect(said).toMatchObject({ from: 'csv', created: Object.keys(there).length, refused: 0 })
  // Without its password or its block, neither may redirect.
  expect(said.notes).toEqual({
    'its password is not in the file, so the link is archived: set a new password and restore the link': 1,
    'was blocked there: it is archived here': 1,
  })
  for (const code of ['behind', 'blocked']) if (there[code]) there[code].status = 'archived'
  expect(here).toEqual(there)
})
