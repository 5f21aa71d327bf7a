// Files as other programs write them, each imported on the command line and then read from the server.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Placement } from '@linnet/contract'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { root } from '../../../../../../test/machine/program.ts'

const fixture = (name: string) => join(root, 'test/imports', name)

type Expected = [code: string, longUrl: string, clicks: number, createdAt: string, status: string]

const yourlsLinks: Expected[] = [
  ['ozh', 'https://ozh.org/', 12, '2013-01-07T16:44:46Z', 'active'],
  ['yourls', 'https://yourls.org/', 7, '2013-01-07T16:44:46Z', 'active'],
]
const tableLinks: Expected[] = [
  ['caf-1', 'https://example.com/caf%C3%A9', 1234, '2021-03-04T00:00:00Z', 'active'],
  ['caf-2', 'https://example.com/2', 0, '2021-03-05T06:07:00Z', 'active'],
]
const bitlyLinks: Expected[] = [
  ['3xYzAbC', 'https://example.com/spring?utm_source=bitly', 0, '2023-03-14T09:26:53Z', 'active'],
  ['launch', 'https://example.com/launch', 0, '2024-01-02T03:04:05Z', 'active'],
  ['2hIdDeN', 'https://example.com/press?quote=%22{[', 0, '2019-11-30T23:59:59Z', 'active'],
]

/** The result of each file: its detected source, and the links that exist afterwards, in the order of the file. */
const files: Record<string, { from: string; links: Expected[]; refused?: number }> = {
  'bitly-links.csv': {
    from: 'bitly',
    links: [
      ['3xYzAbC', 'https://example.com/spring?utm_source=bitly', 1204, '2023-03-14T09:26:53Z', 'active'],
      ['launch', 'https://example.com/launch', 57, '2024-01-02T03:04:05Z', 'active'],
      ['2hIdDeN', 'https://example.com/press', 3, '2019-11-30T23:59:59Z', 'active'],
    ],
  },
  'bitly-bitlinks.json': { from: 'bitly', links: bitlyLinks },
  'dub-links.json': {
    from: 'dub',
    links: [
      ['try', 'https://example.com/try?ref=dub', 314, '2024-02-29T12:00:00Z', 'active'],
      ['secret', 'https://example.com/secret', 2, '2024-03-01T12:00:00Z', 'active'],
    ],
    refused: 1,
  },
  'dub-links.csv': {
    from: 'dub',
    links: [
      ['try', 'https://example.com/try?ref=dub', 314, '2024-02-29T12:00:00Z', 'active'],
      ['away', 'https://example.com/away', 9, '2024-03-01T12:00:00Z', 'active'],
    ],
  },
  'kutt-links.json': {
    from: 'kutt',
    links: [
      ['Cz7aQx', 'https://example.com/guide', 42, '2022-05-06T07:08:09Z', 'active'],
      ['locked', 'https://example.com/locked', 1, '2019-05-06T07:08:09Z', 'archived'],
      ['spam', 'https://example.com/spam', 0, '2021-05-06T07:08:09Z', 'archived'],
    ],
  },
  'kutt-table.csv': {
    from: 'kutt',
    links: [
      ['Cz7aQx', 'https://example.com/guide', 42, '2022-05-06T07:08:09Z', 'active'],
      ['locked', 'https://example.com/locked', 1, '2019-05-06T07:08:09Z', 'active'],
    ],
  },
  'shlink-short-urls.json': {
    from: 'shlink',
    links: [
      ['abc123', 'https://example.com/shlink', 328, '2018-04-30T22:00:00Z', 'active'],
      ['ghi789', 'https://example.com/once', 0, '2019-01-01T00:00:10Z', 'active'],
      ['full', 'https://example.com/full', 100, '2019-01-02T00:00:00Z', 'consumed'],
      ['later', 'https://example.com/later', 0, '2019-01-02T00:00:00Z', 'scheduled'],
    ],
  },
  'yourls-mysqldump.sql': {
    from: 'yourls',
    links: [
      ['ozh', 'https://ozh.org/', 12, '2013-01-07T16:44:46Z', 'active'],
      ['yourls', 'https://yourls.org/?a=b;c', 7, '2013-01-07T16:44:46Z', 'active'],
    ],
    refused: 1,
  },
  'yourls-phpmyadmin.sql': {
    from: 'yourls',
    links: [
      ['ozh', 'https://ozh.org/', 12, '2013-01-07T16:44:46Z', 'active'],
      ['yourlsblog', 'https://blog.yourls.org/', 0, '2013-01-07T16:44:46Z', 'active'],
    ],
  },
  'yourls-stats.json': { from: 'yourls', links: yourlsLinks },
  'table-semicolons-bom.csv': { from: 'csv', links: tableLinks },
  'table-excel-utf16.txt': { from: 'csv', links: tableLinks },
  'table-windows-1252.csv': { from: 'csv', links: tableLinks },
}

onEachEngine("other programs' files", (instance) => {
  let domains = 0

  /** An account that has imported a file to a domain of its own. */
  async function imported(name: string, ...more: string[]) {
    const account = await instance.account()
    const domain = `moved-${++domains}.example.net`
    await account.domain(domain)
    const words = ['import', fixture(name), '--email', account.email, '--domain', domain, ...more]
    const said = await instance.command(...words)
    const { body } = await account.call('GET /links?status=all&sort=oldest&limit=100')
    return { account, domain, said, body }
  }

  for (const [name, { from, links, refused = 0 }] of Object.entries(files))
    test(`${name}: codes, destinations, dates and clicks are those of the file`, async () => {
      const { account, domain, said, body } = await imported(name)
      expect(said).toMatchObject({ from, created: links.length, refused, same: 0 })
      const found = body.data.map((link: Record<string, unknown>) => [
        ...[link.short, link.long_url, link.clicks],
        ...[new Date((link.created_at as number) * 1000).toISOString().replace('.000', ''), link.status],
      ])
      expect(found).toStrictEqual(links)
      expect(body.total).toBe(links.length)
      const [[code, longUrl, clicks] = []] = links
      const visit = await instance.visit(`/${code}`, { host: domain })
      expect([visit.status, visit.headers.get('location')]).toStrictEqual([302, longUrl as string])
      const lifetime = await account.call(`GET /links/${code}/stats/lifetime`)
      expect(lifetime.body.data.clicks).toBe((clicks ?? 0) + 1)
    })

  test("titles are found by a search, whatever the file's encoding", async () => {
    for (const name of ['table-semicolons-bom.csv', 'table-excel-utf16.txt', 'table-windows-1252.csv']) {
      const { account } = await imported(name)
      const { body } = await account.call('GET /links?search=gr%C3%B6%C3%9Fe')
      expect(body.data.map((link: { title: string }) => link.title)).toStrictEqual([
        'Café "Größe"\r\nzweite Zeile',
      ])
    }
  })

  test('a password keeps working if the file has its hash, or the password itself', async () => {
    for (const [name, code] of [
      ['kutt-table.csv', 'locked'],
      ['dub-links.json', 'secret'],
    ]) {
      const { domain, body } = await imported(name as string)
      const link = body.data.find(({ short }: { short: string }) => short === code)
      expect(link.has_password).toBe(true)
      const open = (word: string) =>
        instance.ask(`POST /${code}`, {
          headers: { host: domain },
          body: new URLSearchParams({ password: word }),
        })
      expect((await open('wrong')).headers.get('location')).toBeNull()
      expect((await open('open sesame')).headers.get('location')).toBe(link.long_url)
    }
  })

  test("Shlink's limits are kept: of visits, which count those before, of time, and the forwarding of queries", async () => {
    const { domain, body } = await imported('shlink-short-urls.json')
    const limits = body.data.map((link: Record<string, unknown>) => [
      ...[link.short, link.max_clicks, link.max_clicks_used, link.starts_at, link.expired_at],
      link.forward_query,
    ])
    const seconds = (time: string) => Date.parse(time) / 1000
    expect(limits).toStrictEqual([
      ['abc123', null, 0, null, seconds('2099-05-01T00:00:00Z'), true],
      ['ghi789', 1, 0, seconds('2019-01-01T00:00:00Z'), null, null],
      ['full', 100, 100, null, null, null],
      ['later', null, 0, seconds('2999-01-01T00:00:00Z'), null, null],
    ])
    const open = async (code: string) =>
      (await instance.visit(`/${code}`, { host: domain })).headers.get('location')
    expect([await open('ghi789'), await open('ghi789')]).toEqual(['https://example.com/once', null])
    expect([await open('full'), await open('later')]).toEqual([null, null])
  })

  test('tags are kept as they are written', async () => {
    for (const [name, tags] of [
      ['dub-links.json', ['docs']],
      ['dub-links.csv', ['app', 'docs']],
      ['shlink-short-urls.json', ['foo']],
      ['bitly-bitlinks.json', ['sale']],
    ] as const) {
      const { account, body } = await imported(name)
      expect([name, body.data[0].tags]).toEqual([name, [...tags]])
      expect((await account.call(`GET /links?tag=${tags[0]}`)).body.total).toBe(1)
    }
  })

  test('planned placements are kept, without those that cannot be planned here', async () => {
    const account = await instance.account()
    const file = join(instance.database.env.DATA_DIR, 'own.csv')
    const names = JSON.stringify(['Newsletter', 'newsletter', 'other', 'Poster 3', 'x'.repeat(65)])
    writeFileSync(
      file,
      `short,long_url,planned_placements\nmail,https://example.com/,"${names.replaceAll('"', '""')}"\n`,
    )
    await instance.command('import', file, '--email', account.email)
    const { data } = (await account.call('GET /links/mail/placements')).body
    expect(data.placements.map(({ name, planned }: Placement) => [name, planned])).toEqual([
      ['Newsletter', true],
      ['Poster 3', true],
    ])
  })

  const phones = {
    android:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  }

  test("Shlink's redirect rules are kept in the order of priority, and what has no equivalent is noted", async () => {
    const { domain, said, body } = await imported('shlink-short-urls.json')
    const rules = body.data[0].rules.map((rule: { when: object; to: { long_url: string }[] }) => [
      rule.when,
      rule.to[0]?.long_url,
    ])
    expect(rules).toEqual([
      [{ os: ['android'], language: ['en-us'] }, 'https://example.com/android-en-us'],
      [{ language: ['fr'] }, 'https://example.com/fr'],
    ])
    expect(said.notes).toEqual({
      'a redirect rule is not imported: it asks for an IP address': 1,
      'a redirect rule is not imported: it is not valid here': 1,
    })
    const open = async (headers: Record<string, string>) =>
      (await instance.visit('/abc123', { host: domain, ...headers })).headers.get('location')
    expect(await open({ 'user-agent': phones.android, 'accept-language': 'en-US' })).toBe(
      'https://example.com/android-en-us',
    )
    expect(await open({ 'accept-language': 'fr-CA,fr' })).toBe('https://example.com/fr')
    expect(await open({ 'user-agent': phones.ios })).toBe('https://example.com/shlink')
  })

  test("Dub's destinations by device and country, its end, comments and card are kept", async () => {
    const { domain, said, body } = await imported('dub-links.json')
    const [link] = body.data
    expect(link.rules.map(({ when }: { when: object }) => when)).toEqual([
      { os: ['ios'] },
      { os: ['android'] },
      { country: ['DE', 'AT'] },
      { country: ['FR'] },
    ])
    expect(link).toMatchObject({
      ended_url: 'https://example.com/over',
      note: 'Ask Kim before changing it',
      preview: { title: 'Try it', description: 'All of it, free for a week', image: null },
    })
    expect(said.notes).toMatchObject({ 'the picture of its card is not imported': 1 })
    for (const [system, long_url] of [
      ['ios', 'https://apps.example.com/app'],
      ['android', 'https://play.example.com/app'],
    ] as const) {
      const visit = await instance.visit('/try', { host: domain, 'user-agent': phones[system] })
      expect(visit.headers.get('location')).toBe(long_url)
    }
    const card = await instance.visit('/try', { host: domain, 'user-agent': 'Twitterbot/1.0' })
    expect(card.text).toContain('All of it, free for a week')
    // Its card is that of its destination.
    expect(body.data[1].preview).toBeNull()
  })

  test("of a link's addresses, the one on the owner's domain is used, or those on the given hosts", async () => {
    const own = await imported('bitly-links.csv', '--only-host', 'go.example.org')
    expect(own.said).toMatchObject({ created: 1, left_out: 2, hosts: { 'go.example.org': 1 } })
    const all = await imported('bitly-links.csv', '--only-host', 'go.example.org', '--only-host', 'bit.ly')
    expect(all.said).toMatchObject({ created: 4, hosts: { 'bit.ly': 3, 'go.example.org': 1 } })
    const clicks = all.body.data.map((link: { short: string; clicks: number }) => [link.short, link.clicks])
    // Counted once, whichever address they used.
    expect(clicks).toContainEqual(['launch', 57])
    expect(clicks).toContainEqual(['4QwErTy', 0])
  })

  test('links that Bitly hides keep working, unless they are to be archived', async () => {
    const { body } = await imported('bitly-links.csv', '--archive-hidden')
    expect(body.data.map((link: { status: string }) => link.status)).toStrictEqual([
      'active',
      'active',
      'archived',
    ])
  })
})
