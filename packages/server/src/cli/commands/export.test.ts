// `linnet export --to`: an account's data as files for its own user only, with the same records as the download.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'papaparse'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { addMember, newWorkspace } from '../../../../../test/accounts/workspaces.ts'
import { type Account, type Instance, onEachEngine } from '../../../../../test/instance.ts'
import { exportCommand } from '../../../../../test/portability/exporting.ts'

onEachEngine('an exported account', (instance: Instance) => {
  const scratch = mkdtempSync(join(tmpdir(), 'linnet-export-'))
  const folder = join(scratch, 'ana')
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  let account: Account
  let downloaded: string[]
  const run = (...args: string[]) => exportCommand(instance, args)

  beforeAll(async () => {
    account = await instance.account()
    await account.link({ custom_slug: 'first', title: '=HYPERLINK("https://evil.example/","click")' })
    await account.link({
      custom_slug: '-dash',
      title: 'two\nlines, "quoted"',
      long_url: 'https://example.com/?a=1,2',
    })
    await account.link({ custom_slug: 'kept', password: 'sesame' })
    await instance.visit('/first')
    const { call } = await signIn(instance, account)
    await call('POST /assets?title=x', { body: new TextEncoder().encode(image) })
    await call('POST /webhooks', { body: { url: 'https://example.com/hook', events: ['link.created'] } })
    downloaded = (await call('GET /export')).text.trimEnd().split('\n')
    await run('--email', account.email, '--to', folder)
  })
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  const table = (name: string) =>
    parse<Record<string, string>>(readFileSync(join(folder, name), 'utf8'), {
      header: true,
      skipEmptyLines: true,
    }).data

  test('has the records of the download, line by line', () => {
    const lines = readFileSync(join(folder, 'belongings.ndjson'), 'utf8').trimEnd().split('\n')
    // The command line has no session.
    expect(lines).toEqual(downloaded.map((line) => line.replace('"current":true', '"current":false')))
  })

  test('has its links as a table that spreadsheets treat as text and other programs can read', () => {
    const [dash, first] = ['-dash', 'first'].map((short) =>
      table('links.csv').find((row) => row.short === short),
    )
    expect(first).toMatchObject({
      title: `'=HYPERLINK("https://evil.example/","click")`,
      long_url: 'https://example.com/',
      clicks: '1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
    })
    expect(dash).toMatchObject({ title: 'two\nlines, "quoted"', long_url: 'https://example.com/?a=1,2' })
    expect(table('link_day.csv')).toHaveLength(1)
  })

  test('has its images, no secrets, and no permissions for other users of the machine', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    expect(readdirSync(join(folder, 'images'))).toHaveLength(1)
    for (const file of files) {
      const isFile = statSync(file).isFile()
      expect([file, statSync(file).mode & 0o077]).toEqual([file, 0])
      if (isFile)
        expect(readFileSync(file, 'latin1')).not.toMatch(/whsec_|\$argon2|sesame|a fine password|sk_live_/)
    }
    expect(existsSync(`${folder}.unfinished`)).toBe(false)
  })

  test('comes in the requested format, and for all accounts if requested', async () => {
    await run('--email', account.email, '--to', join(scratch, 'tables'), '--format', 'csv')
    expect(existsSync(join(scratch, 'tables/belongings.ndjson'))).toBe(false)
    expect(existsSync(join(scratch, 'tables/links.csv'))).toBe(true)
    const other = await instance.account()
    await run('--all', '--to', join(scratch, 'all'), '--format', 'ndjson')
    expect(readdirSync(join(scratch, 'all')).sort()).toEqual([account.userId, other.userId].sort())
    expect(readFileSync(join(scratch, 'all', other.userId, 'belongings.ndjson'), 'utf8')).not.toContain(
      account.userId,
    )
  })

  test('has shared workspaces beside the accounts if all are requested, or one by its id', async () => {
    const { workspace, owner } = await newWorkspace(instance, 'Sales & more')
    await addMember(instance, { workspace, owner }, 'owner')
    const body = { long_url: 'https://example.com/shared', custom_slug: 'shared' }
    const { id } = (await owner.call('POST /links', { body })).body.data
    const every = await run('--all', '--to', join(scratch, 'every'), '--format', 'ndjson')
    expect(every).toMatchObject({ workspaces: 1 })
    const place = (name: string) => join(scratch, 'every', name, 'belongings.ndjson')
    const linesOf = (file: string) =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect(linesOf(place(workspace.id)).find(({ type }) => type === 'link').data.id).toBe(id)
    expect(readFileSync(place(owner.userId), 'utf8')).not.toContain(id)
    // What belongs to a person and not to the workspace is in their own export.
    const types = new Set(linesOf(place(workspace.id)).map(({ type }) => type))
    for (const type of ['session', 'passkey', 'second_factor']) expect(types).not.toContain(type)
    expect(linesOf(place(owner.userId)).map(({ type }) => type)).toContain('session')
    const one = await run('--workspace', workspace.id, '--to', join(scratch, 'shared'))
    expect(one).toMatchObject({ accounts: 0, workspaces: 1 })
    expect(existsSync(join(scratch, 'shared', 'links.csv'))).toBe(true)
    const site = await run('--workspace', workspace.id, '--static', join(scratch, 'site'))
    expect(site).toMatchObject({ links: 1, workspaces: 1 })
    const all = await run('--all', '--static', join(scratch, 'sites'))
    const { host } = new URL(instance.url)
    expect(all).toMatchObject({ workspaces: 1 })
    for (const folder of ['site', 'sites']) {
      const redirects = readFileSync(
        join(scratch, folder, 'domains', host.replace(':', '_'), 'public/_redirects'),
        'utf8',
      )
      expect(redirects).toContain('/shared https://example.com/shared 302')
    }
    await expect(run('--workspace', 'wsp_nothing', '--to', join(scratch, 'none'))).rejects.toThrow(
      'there is no workspace with the id wsp_nothing',
    )
  })

  const formulas = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'].flatMap((sign) =>
    ['', '\t', '\r', '\n', ' ', '\u00a0', '\u200b', '\ufeff', "'"].map((before) => `${before}${sign}1+cmd|x`),
  )

  test('has no cell that a spreadsheet reads as a formula', async () => {
    const own = await instance.account()
    for (const title of formulas) await own.link({ title })
    const to = join(scratch, 'formulas')
    await run('--email', own.email, '--to', to)
    const titles = parse<{ title: string }>(readFileSync(join(to, 'links.csv'), 'utf8'), {
      header: true,
      skipEmptyLines: true,
    }).data.map(({ title }) => title)
    expect(titles).toHaveLength(formulas.length)
    expect(titles.filter((title) => !title.startsWith("'"))).toStrictEqual([])
  })

  test('is refused without an account, a folder or a valid format, and if the folder exists', async () => {
    const astray = join(scratch, 'astray')
    symlinkSync(join(scratch, 'nowhere'), astray)
    for (const [args, reason] of [
      [['--to', 'x'], 'give --email EMAIL'],
      [['--workspace', 'wsp_x', '--all', '--to', 'x'], 'give --email EMAIL'],
      [['--email', account.email], 'give --to FOLDER'],
      [['--email', account.email, '--all', '--to', 'x'], 'give --email EMAIL'],
      [['--email', account.email, '--to', 'x', '--static', 'y'], 'give --to FOLDER'],
      [['--email', account.email, '--to', 'x', '--format', 'xml'], '--format must be'],
      [['--email', account.email, '--to', folder], 'already exists'],
      [['--email', account.email, '--to', astray], 'already exists'],
    ] as [string[], string][])
      await expect(run(...args)).rejects.toThrow(reason)
  })
})
