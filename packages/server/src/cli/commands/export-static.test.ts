// `linnet export --static`: an account's URLs as files for web servers, which reveal nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ExportedSite, exportSite, hostile } from '../../../../../test/portability/exported-site.ts'
import { exportCommand } from '../../../../../test/portability/exporting.ts'

describe('an account as files for web servers', () => {
  let site: ExportedSite
  beforeAll(async () => {
    site = await exportSite()
  })
  afterAll(() => site.remove())

  const everyFile = (): string[] =>
    readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(site.folder, name))
      .filter((name) => statSync(name).isFile())

  test('includes the background image of a component', () => {
    expect(readFileSync(join(join(site.host, 'public'), site.behind), 'utf8')).toContain('<svg')
    const pages = everyFile().map((name) => readFileSync(name, 'latin1'))
    expect(pages.filter((text) => text.includes(`class="behind" src="${site.behind}"`))).toHaveLength(1)
  })

  test('lists what is included, and why the rest is left out', () => {
    expect(site.summary).toMatchObject({ links: hostile.length + 7, microsites: 2, leftOut: 13 })
    const { host } = new URL(site.instance.url)
    expect(readFileSync(join(site.folder, 'left-out.csv'), 'utf8').split('\r\n').slice(1, -1).sort()).toEqual(
      [
        `card,${host}/with-card,only the server shows messengers another card than people`,
        `component,${host}/ana ${'mic'}`,
        `link,${host}/blocked,blocked by the operator`,
        `link,${host}/for-a-while,has an expiry date`,
        `link,${host}/for-adults,asks visitors for consent first`,
        `link,${host}/for-later,has not started yet`,
        `link,${host}/for-once,works for one click only`,
        `link,${host}/for-phones,leads some visitors elsewhere by its rules`,
        `link,${host}/for-some,works for a number of clicks only`,
        `link,${host}/put-away,archived`,
        `link,${host}/with-password,protected by a password`,
        `link,${host}/with-path,passes visitors' parameters or paths on`,
        `link,${host}/with-query,passes visitors' parameters or paths on`,
      ].map((line) => (line.startsWith('component') ? expect.stringContaining(site.locked) : line)),
    )
  })

  test('reveals nothing that the server would not show everyone', () => {
    for (const file of everyFile()) {
      const text = readFileSync(file, 'latin1')
      expect([file, text.includes('secret.example'), text.includes('Hidden words')]).toEqual([
        file,
        false,
        false,
      ])
      // There is no server behind the files.
      expect([file, text.includes('/account/report')]).toEqual([file, false])
    }
    expect(statSync(join(site.folder, 'left-out.csv')).mode & 0o777).toBe(0o600)
  })

  test('has every redirect as a line of three fields for Netlify and Cloudflare Pages', () => {
    const lines = readFileSync(join(join(site.host, 'public'), '_redirects'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(hostile.length + 7)
    const leads = (code: string) => lines.find((line) => line.startsWith(`/${code} `))?.split(' ')[1]
    expect(leads('hostile-alias')).toBe(leads('hostile-0'))
    for (const line of lines) expect(line).toMatch(/^\/[A-Za-z0-9_-]{1,48} https:\/\/[\x21-\x7e]+ 302$/)
  })

  test('has every redirect for nginx and for Caddy, and no destination breaks out of its quotes', async () => {
    const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
    const servers = read(site.folder, 'nginx.conf')
    for (const file of ['links.map', 'long-links.conf'])
      expect(servers).toContain(`include "${join(site.host, file)}";`)
    const word = String.raw`"((?:[^"\\]|\\["\\])*)"`
    const meant = (text: string) => {
      const plain = text.replaceAll('$' + '{linnet_dollar}', '')
      expect(plain).not.toContain('$')
      return text.replaceAll('$' + '{linnet_dollar}', () => '$').replace(/\\(["\\])/g, '$1')
    }
    const there = new Map<string, string>()
    for (const line of read(site.host, 'links.map').trimEnd().split('\n')) {
      const [, , value] = new RegExp(`^${word} ${word};$`).exec(line) ?? expect.unreachable(line)
      const [, code, location] = /^(\S+) (.+)$/.exec(meant(value as string)) ?? expect.unreachable(line)
      there.set(code as string, location as string)
    }
    for (const block of read(site.host, 'long-links.conf').split(/^}\n/m).slice(0, -1)) {
      const [opening = '', ...lines] = block.trimEnd().split('\n')
      const pieces = lines.flatMap(
        (line) => new RegExp(`^\tset \\$linnet_long ${word};$`).exec(line)?.[1] ?? [],
      )
      const whole = pieces.map((piece) => piece.replace('$' + '{linnet_long}', '')).join('')
      there.set(/^location = "(.+)" \{$/.exec(opening)?.[1] as string, meant(whole))
    }
    const caddy = read(site.folder, 'Caddyfile')
    for (const code of site.codes) {
      const location = (await site.instance.visit(`/${code}`)).headers.get('location') as string
      expect([code, there.get(`/${code}`)]).toEqual([code, location])
      const escaped = location.replace(
        /[{}`]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      )
      expect(caddy).toContain(`\n\t\t/${code} \`${escaped}\`\n`)
    }
    expect(there.size).toBe(site.codes.length)
  })

  test('never overwrites a folder, and leaves nothing behind if it fails', async () => {
    await expect(exportCommand(site.instance, ['--all', '--static', site.folder])).rejects.toThrow(
      'already exists',
    )
    await expect(exportCommand(site.instance, ['--all', '--static', `${site.scratch}/a"b`])).rejects.toThrow(
      'choose another',
    )
    await expect(
      exportCommand(site.instance, ['--email', 'nobody@example.com', '--to', `${site.scratch}/new`]),
    ).rejects.toThrow('no account')
    expect(readdirSync(site.scratch)).toEqual(['site'])
  })
})
