// How an import treats existing links, the plan's limit, and malicious files.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { root } from '../../../../../../test/machine/program.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function fileOf(text: string): string {
  const file = join(folder, `links-${++files}.csv`)
  writeFileSync(file, text)
  return file
}

/** A table of these rows: code, destination, clicks. */
const table = (...rows: string[]) => fileOf(['code,url,clicks', ...rows].join('\n'))

onEachEngine('linnet import', (instance) => {
  const bring = (account: Account, file: string, ...more: string[]) =>
    instance.command('import', file, '--email', account.email, ...more)

  const listed = async (account: Account) =>
    (await account.call('GET /links?sort=oldest&limit=100&status=all')).body

  test('an imported link’s history begins with the import, to which it can be rolled back', async () => {
    const account = await instance.account()
    await bring(account, table('history-1,https://example.com/first,0'))
    await account.call('PUT /links/history-1', { body: { long_url: 'https://example.com/later' } })
    const { data } = (await account.call('GET /links/history-1/history')).body
    expect(data.map(({ action, by }: { action: string; by: object }) => [action, by])).toEqual([
      ['updated', { kind: 'key', name: 'test' }],
      ['created', { kind: 'import', name: '' }],
    ])
    const answer = await account.call('POST /links/history-1/rollback', { body: { to: data[1].id } })
    expect(answer.body.data.long_url).toBe('https://example.com/first')
  })

  test('a deleted link is created again by importing its file again', async () => {
    const account = await instance.account()
    const file = table('deleted-1,https://example.com/1,0')
    await bring(account, file)
    await account.call('POST /links/deleted-1/delete')
    expect(await bring(account, file)).toMatchObject({ created: 1, same: 0 })
    expect((await instance.visit('/deleted-1')).status).toBe(302)
  })

  test('importing the same file again creates nothing twice, even if links were changed since', async () => {
    const account = await instance.account()
    const file = table('again-1,https://example.com/1,5', 'again-2,https://example.com/2,0')
    expect(await bring(account, file)).toMatchObject({ created: 2, same: 0 })
    await account.call('PUT /links/again-1', { body: { long_url: 'https://example.com/changed' } })
    await account.call('PUT /links/again-2', { body: { custom_slug: 'again-moved' } })
    expect(await bring(account, file, '--on-taken', 'suffix')).toMatchObject({
      created: 0,
      same: 2,
      refused: 0,
    })
    const { data, total } = await listed(account)
    expect(total).toBe(2)
    expect(data.map((link: { short: string; clicks: number }) => [link.short, link.clicks])).toStrictEqual([
      ['again-1', 5],
      ['again-moved', 0],
    ])
  })

  test('an archiving date is imported if it exists in the calendar; one that has passed archives', async () => {
    const account = await instance.account()
    const days = ['2199-12-31', '2199-02-31', '2001-01-01', 'soon']
    await bring(
      account,
      fileOf(
        `code,url,archive_at\n${days.map((day) => `day-${day},https://example.com/,${day}`).join('\n')}`,
      ),
    )
    const { data } = await listed(account)
    expect(
      data.map((link: Record<string, string>) => [link.short, link.status, link.archive_at]),
    ).toStrictEqual([
      ['day-2199-12-31', 'active', '2199-12-31'],
      ['day-2199-02-31', 'active', null],
      ['day-2001-01-01', 'archived', null],
      ['day-soon', 'active', null],
    ])
  })

  test("a table's columns of settings are imported, and what is not valid here is left out and noted", async () => {
    const account = await instance.account()
    const rows = [
      'code,url,note,Forward query,forward_path,starts_at,max_clicks,max_clicks_used,ended_url,expired_at',
      'set-all,https://example.com/,For me,yes,no,2199-01-01,"1,000",7,https://example.com/ended,2199-12-31',
      'set-none,https://example.com/,,,,,,,,',
      `set-badly,https://example.com/,${'x'.repeat(2001)},maybe,,2199-12-31,-3,7,${instance.url}/x,2199-01-01`,
    ]
    const said = await bring(account, fileOf(rows.join('\n')))
    const { data } = await listed(account)
    const settings = data.map((link: Record<string, unknown>) => [
      ...[link.note, link.forward_query, link.forward_path, link.starts_at],
      ...[link.max_clicks, link.max_clicks_used, link.ended_url],
    ])
    const start = Date.parse('2199-01-01') / 1000
    expect(settings).toStrictEqual([
      ['For me', true, false, start, 1000, 7, 'https://example.com/ended'],
      [null, null, null, null, null, 0, null],
      [null, false, null, null, null, 0, null],
    ])
    expect(said.notes).toEqual({
      'its note is not imported: it is not valid here': 1,
      'its ended_url is not imported: links must not lead there': 1,
      'its starts_at is not imported: it is not before its expired_at': 1,
    })
  })

  test('a link’s own setting for checks also applies in a workspace that watches its links', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    await call('PUT /link-health', { body: { watched: true } })
    const rows = ['no,domain', 'yes,', ',archive', ',nothing'].map(
      (cells, index) => `watched-${index},https://example.com/,${cells}`,
    )
    const said = await bring(account, fileOf(['code,url,watch,when_broken', ...rows].join('\n')))
    const healths = await Promise.all(
      rows.map(async (_, index) => (await account.call(`GET /links/watched-${index}/health`)).body.data),
    )
    expect(healths.map(({ watch, watched, when_broken }) => [watch, watched, when_broken])).toEqual([
      [false, false, 'domain'],
      [true, true, null],
      [null, true, 'archive'],
      [null, true, null],
    ])
    expect(said.notes).toEqual({ 'its when_broken is not imported: it is not valid here': 1 })
  })

  test('rules that a request could not create are left out, and the others kept', async () => {
    const account = await instance.account()
    const rule = (when: unknown, long_url: unknown = 'https://example.com/there') => ({
      when,
      to: [{ long_url }],
    })
    const link = (code: string, rules: unknown) => ({ code, url: 'https://example.com/', rules })
    const file = join(folder, `rules-${instance.engine}.json`)
    const good = rule({ os: ['ios'] })
    writeFileSync(
      file,
      JSON.stringify([
        link('rules-some', [
          good,
          rule({ country: ['XX'] }),
          rule({}, `${instance.url}/loop`),
          rule({}, 'javascript:alert(1)'),
          rule({ device: ['mobile'] }),
        ]),
        link(
          'rules-many',
          Array.from({ length: 9000 }, () => good),
        ),
        link(
          'rules-long',
          Array.from({ length: 50 }, () => rule({}, `https://example.com/${'a'.repeat(2000)}`)),
        ),
        link('rules-odd', [null, 1, [], {}, { when: null, to: 'x' }]),
        link('rules-none', 'not a list'),
      ]),
    )
    const said = await bring(account, file)
    expect(said).toMatchObject({ created: 5, refused: 0 })
    const { data } = await listed(account)
    expect(data.map((one: { rules: unknown[] }) => one.rules.length)).toEqual([2, 50, 16, 0, 0])
    expect(said.notes).toEqual({
      'a redirect rule is not imported: it is not valid here': 5,
      'a redirect rule is not imported: links must not lead there': 1,
      'a redirect rule is not imported: the link has too many': 35,
    })
  })

  test('a taken code stays with its owner, and the refusal names it', async () => {
    const [owner, other] = [await instance.account(), await instance.account()]
    await owner.link({ custom_slug: 'mine', long_url: 'https://example.com/mine' })
    const file = table(
      'mine,https://example.com/theirs,1',
      'twice,https://a.example/,0',
      'twice,https://b.example/,0',
    )
    const said = await bring(other, file)
    expect(said).toMatchObject({ created: 1, refused: 2, reasons: { taken: 1, changed: 1 } })
    expect(
      (said.examples as { line: number; code: string }[]).map(({ line, code }) => [line, code]),
    ).toStrictEqual([
      [2, 'mine'],
      [4, 'twice'],
    ])
    expect((await instance.visit('/mine')).headers.get('location')).toBe('https://example.com/mine')
    expect((await instance.visit('/twice')).headers.get('location')).toBe('https://a.example/')
  })

  test('it gets another code on request, the same one each time', async () => {
    const [owner, other] = [await instance.account(), await instance.account()]
    await owner.link({ custom_slug: 'held' })
    const file = table('held,https://example.com/suffix,3', 'não/é,https://example.com/unfit,0')
    for (const created of [2, 0])
      expect(await bring(other, file, '--on-taken', 'suffix', '--on-unfit', 'generate')).toMatchObject({
        created,
        renamed: created,
        same: 2 - created,
        refused: 0,
      })
    const { data } = await listed(other)
    expect(data[0]).toMatchObject({ short: 'held-2', clicks: 3 })
    expect(data[1].short).toMatch(/^\w{6}$/)
    expect((await instance.visit(`/${data[1].short}`)).headers.get('location')).toBe(
      'https://example.com/unfit',
    )
  })

  test('a dry run reports the same as the import, and changes nothing', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'dry-taken', long_url: 'https://example.com/' })
    const file = table(
      'dry-1,https://example.com/1,0',
      'dry-1,https://example.com/1,0',
      'dry-taken,https://example.com/,0',
      'dry-taken,https://x.example/,0',
      'dry-2,ftp://example.com/,0',
      'a/b,https://x.example/,0',
    )
    const options = ['--on-taken', 'suffix', '--on-unfit', 'generate']
    const { examples: _, notes: __, ...dry } = await bring(account, file, '--dry-run', ...options)
    expect(dry).toMatchObject({ dry_run: true, read: 6, created: 3, renamed: 2, same: 2, refused: 1 })
    expect((await listed(account)).total).toBe(1)
    expect((await account.call('GET /quota')).body.data.links.used).toBe(1)
    expect(await bring(account, file, ...options)).toMatchObject({ ...dry, dry_run: false })
  })

  test('a code that was visited before works as soon as it is imported', async () => {
    const account = await instance.account()
    expect((await instance.visit('/soon')).status).toBe(404)
    await bring(account, table('soon,https://example.com/soon,0'))
    expect((await instance.visit('/soon')).headers.get('location')).toBe('https://example.com/soon')
  })

  test('earlier clicks are added to new ones, in the record and in the total, but to no day', async () => {
    const account = await instance.account()
    await bring(account, table('counted,https://example.com/,1000'))
    await instance.visit('/counted')
    const stats = await account.call('GET /links/counted/stats')
    const days = stats.body.data.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0)
    expect(days).toBe(1)
    expect((await account.call('GET /links/counted')).body.data.clicks).toBe(1001)
    expect((await account.call('GET /links/counted/stats/lifetime')).body.data.clicks).toBe(1001)
  })

  test('the plan limits and counts them like any link, unless the operator ignores it', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const file = table(
      ...Array.from({ length: 5 }, (_, index) => `plan-${index},https://example.com/${index},0`),
    )
    expect(await bring(account, file, '--dry-run')).toMatchObject({ created: 3, reasons: { plan: 2 } })
    expect(await bring(account, file)).toMatchObject({ created: 3, refused: 2, reasons: { plan: 2 } })
    expect((await account.call('GET /quota')).body.data.links).toMatchObject({ limit: 3, used: 3 })
    expect(await bring(account, file, '--ignore-plan')).toMatchObject({ created: 2, same: 3 })
    expect((await account.call('GET /quota')).body.data.links.used).toBe(3)
  })

  test('webhooks receive nothing, and everything is in the list and its total', async () => {
    const account = await instance.account()
    const listener = await endpoint(instance.database, account.email, { events: ['link.created'] })
    const rows = Array.from(
      { length: 1500 },
      (_, index) => `quiet-${index},https://example.com/quiet/${index},0`,
    )
    expect((await listed(account)).total).toBe(0)
    expect(await bring(account, table(...rows))).toMatchObject({ created: 1500 })
    expect((await listed(account)).total).toBe(1500)
    expect((await account.call('GET /links?search=quiet%2F149')).body.total).toBe(11)
    expect(await listener.deliveries()).toStrictEqual([])
  })

  test('a malicious file imports nothing that a request could not create', async () => {
    const account = await instance.account()
    const file = join(root, 'test/imports/hostile.csv')
    const report = join(folder, `hostile-${instance.engine}.csv`)
    const said = await bring(account, file, '--report', report)
    expect(said).toMatchObject({ read: 13, reasons: { code: 5 } })
    const { data } = await listed(account)
    expect(data.map((link: { long_url: string }) => link.long_url)).toStrictEqual([
      'http://localhost:3000/loop',
      'https://example.com/space',
      'https://example.com/fine',
    ])
    const lines = readFileSync(report, 'utf8').split('\r\n')
    expect(lines[0]).toBe('\u{feff}line,host,code,long_url,outcome,reason,words,short_url')
    expect(lines.length).toBe(13 + 2)
    // Spreadsheets don't treat it as a formula.
    expect(lines.find((line) => line.includes('cmd|calc'))).toContain(",'=cmd|calc,")
    await expect(bring(account, file, '--report', report)).rejects.toThrow(
      'already exists; choose a new name',
    )
  })

  test('a report as NDJSON has a line for each record, with its code here', async () => {
    const account = await instance.account()
    const report = join(folder, `report-${instance.engine}.ndjson`)
    await bring(
      account,
      table('told,https://example.com/,0', 'told too,https://example.com/,0'),
      '--report',
      report,
    )
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { line: 2, code: 'told', outcome: 'created', short_url: expect.stringMatching(/\/told$/) },
      { line: 3, code: 'told too', outcome: 'refused', reason: 'code', short_url: '' },
    ])
  })

  test('destinations are checked as usual: none leads back to a short domain of this server', async () => {
    const account = await instance.account()
    await account.domain(`loop-${instance.engine}.example.org`)
    const file = table(
      `loop-1,${instance.url}/x,0`,
      `loop-2,https://loop-${instance.engine}.example.org/x,0`,
      `loop-3,https://example.com/${'x'.repeat(9000)},0`,
    )
    expect(await bring(account, file)).toMatchObject({ created: 0, refused: 3, reasons: { destination: 3 } })
  })
})

onEachEngine("a file that can't be imported", (instance) => {
  const faults: Record<string, [content: string, message: string]> = {
    'that is empty': ['  \n', 'is empty'],
    'without a column of destinations': [
      'a,b\n1,2\n',
      'no column of the file is recognized as the destination',
    ],
    'with a quote that is never closed': [
      `code,url\nx,"https://example.com/\n${'y,z\n'.repeat(300_000)}`,
      'a quote is not closed',
    ],
    'that was cut off': ['[{"code":"cut-1","url":"https://example.com/"},{"code":"cut', 'ends in the middle'],
    'of brackets': ['['.repeat(100_000), 'this is not a list of links'],
  }
  for (const [what, [content, message]] of Object.entries(faults))
    test(`${what} is reported in one sentence`, async () => {
      const { email } = await instance.account()
      await expect(instance.command('import', fileOf(content), '--email', email)).rejects.toThrow(message)
    })

  test('missing requirements are named: the account, the domain, the source, the file', async () => {
    const { email } = await instance.account()
    const file = table('named,https://example.com/,0')
    const run = (...words: string[]) => instance.command('import', ...words)
    await expect(run(file, '--email', 'nobody@example.com')).rejects.toThrow('there is no account')
    await expect(run(file, '--email', email, '--domain', 'other.example')).rejects.toThrow(
      'domain_alias: must be',
    )
    await expect(run(file, '--email', email, '--from', 'tinyurl')).rejects.toThrow(
      '--from must be one of bitly, csv',
    )
    await expect(run('/nowhere.csv', '--email', email)).rejects.toThrow('there is no file /nowhere.csv')
    const bare = fileOf('first,https://example.com/first,A title\nsecond,https://example.com/second,\n')
    expect(await run(bare, '--email', email, '--columns', 'code,url,title')).toMatchObject({ created: 2 })
  })
})
