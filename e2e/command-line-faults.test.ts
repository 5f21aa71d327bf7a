// The command line when something is wrong: one clear line on standard error, nothing else, and nothing changed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOn, linnetHere } from '../test/commands.ts'
import { engines, type FreshDatabase, freshDatabase, migratedDatabase } from '../test/databases.ts'
import { linnet, onlyLine } from '../test/machine/program.ts'

const ana = ['--email', 'ana@example.com']
const createUser = ['user', 'create', ...ana, '--password', 'a fine password']
const createKey = ['key', 'create', ...ana, '--name', 'test']

for (const engine of engines) {
  describe(`a command that can't be carried out, on ${engine}`, () => {
    let database: FreshDatabase
    beforeAll(async () => {
      database = await migratedDatabase(engine)
      await commandsOn(
        database.env,
        createUser,
        ['domain', 'add', ...ana, '--domain', 'go.example.com', '--verified'],
        ['user', 'create', '--email', 'bea@example.com', '--password', 'p'],
      )
    })
    afterAll(() => database.remove())

    const cases: [what: string, words: string[], told: RegExp][] = [
      ['an e-mail with an account', createUser, /ana@example\.com already/],
      [
        'the same e-mail in capitals',
        ['user', 'create', '--email', 'ANA@Example.com', '--password', 'p'],
        /already/,
      ],
      [
        'an invalid e-mail',
        ['user', 'create', '--email', 'ana', '--password', 'p'],
        /"ana" is not an e-mail/,
      ],
      ['an empty password', ['user', 'create', '--email', 'c@example.com', '--password='], /password/],
      [
        'an unknown plan on create',
        ['user', 'create', '--email', 'c@example.com', '--password', 'p', '--plan', 'gold'],
        /no plan "gold".*unlimited, free, pro, business/,
      ],
      ['an unknown plan on set-plan', ['user', 'set-plan', ...ana, '--plan', 'gold'], /no plan "gold"/],
      [
        'a plan for a missing account',
        ['user', 'set-plan', '--email', 'no@example.com', '--plan', 'pro'],
        /no account.*no@example\.com/,
      ],
      [
        'a key for a missing account',
        ['key', 'create', '--email', 'no@example.com', '--name', 'x', '--scopes', 'all'],
        /no account/,
      ],
      ['an unknown scope', [...createKey, '--scopes', 'links:read,links:eat'], /unknown scope links:eat/],
      ['no scope', [...createKey, '--scopes', ','], /no scope/],
      ['revoking a missing key', ['key', 'revoke', '--id', 'key_none'], /key_none/],
      [
        'a domain for a missing account',
        ['domain', 'add', '--email', 'no@example.com', '--domain', 'x.example.com'],
        /no account/,
      ],
      ['an invalid domain', ['domain', 'add', ...ana, '--domain', 'https://x.example.com/'], /domain/],
      [
        "another account's verified domain",
        ['domain', 'add', '--email', 'bea@example.com', '--domain', 'go.example.com', '--verified'],
        /another account/,
      ],
    ]
    for (const [what, words, told] of cases) {
      test(`${what} is refused in one line`, async () => {
        for (const more of [[], ['--json']])
          expect(onlyLine(await linnetHere([...words, ...more], database.env))).toMatch(told)
      })
    }

    test('the process exits with code 1, and prints only this line', async () => {
      expect(onlyLine(await linnet(createUser, database.env))).toMatch(/ana@example\.com already/)
    })

    test('a key is revoked once; the second time there is none', async () => {
      const { id } = await commandsOn(database.env, [...createKey, '--scopes', 'all'])
      const revoke = ['key', 'revoke', '--id', id as string]
      await commandsOn(database.env, revoke)
      expect(onlyLine(await linnetHere(revoke, database.env))).toContain(id as string)
    })
  })
}

describe('an invalid command line', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('sqlite')
  })
  afterAll(() => database.remove())

  const cases: [what: string, words: string[], told: RegExp][] = [
    ['an unknown command', ['fly'], /unknown command "fly".*linnet help/],
    [
      'an unknown second word',
      ['user', 'fly'],
      /unknown command "user fly"; linnet user has: create, set-plan/,
    ],
    [
      'another one',
      ['webhook', 'list'],
      /unknown command "webhook list"; linnet webhook has: create; .* docs\//,
    ],
    ['half a command', ['key'], /unknown command "key"; linnet key has: create, .*revoke; /],
    [
      'a missing option',
      ['user', 'create', '--email', 'a@example.com'],
      /--password is missing; usage: linnet/,
    ],
    ['an unknown option', [...createUser, '--colour', 'red'], /--colour.*usage: linnet user create/],
    ['an option without its value', ['user', 'create', '--password', 'x', '--email'], /--email.*usage/],
    ['a value that looks like an option', [...createKey, '--scopes', '-x'], /--scopes=/],
    ['an extra word', [...createUser, 'more'], /'more'.*usage/],
    ['backup without a file', ['backup'], /usage: linnet backup FILE/],
    ['backup to two files', ['backup', 'a', 'b'], /usage: linnet backup FILE/],
  ]
  for (const [what, words, told] of cases) {
    test(`${what} is reported in one line, and no database is created`, async () => {
      expect(onlyLine(await linnetHere(words, database.env))).toMatch(told)
      expect(existsSync(join(database.env.DATA_DIR, 'linnet.db'))).toBe(false)
    })
  }

  test('the process reports an unknown command, or option of serve, in one line, and creates no database', async () => {
    for (const [words, told] of [
      [['fly'], /unknown command "fly"/],
      [['serve', '--port', '4000'], /environment/],
    ] as const)
      expect(onlyLine(await linnet([...words], database.env))).toMatch(told)
    expect(existsSync(join(database.env.DATA_DIR, 'linnet.db'))).toBe(false)
  })

  test('the process exits with code 0 for --help and version, whatever the settings', async () => {
    for (const [words, told] of [
      [['serve', '--help'], /^Run the server/],
      [['version'], /^linnet \d+\.\d+\.\d+\n$/],
    ] as const) {
      const { status, out, error } = await linnet([...words], { ...database.env, PORT: 'nonsense' })
      expect({ status, error }).toEqual({ status: 0, error: '' })
      expect(out).toMatch(told)
    }
  })

  test('help lists every command without opening a database or reading settings', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      const { status, out, error } = await linnetHere(words, { ...database.env, PORT: 'nonsense' })
      expect({ status, error }).toEqual({ status: 0, error: '' })
      for (const name of ['serve', 'user create', 'key revoke', 'domain add', 'import FILE', 'backup FILE'])
        expect(out).toMatch(new RegExp(`^  linnet ${name} +[A-Z]`, 'm'))
      expect(out).toContain('linnet help COMMAND')
    }
    expect(existsSync(join(database.env.DATA_DIR, 'linnet.db'))).toBe(false)
  })

  test('--help after a command explains its options', async () => {
    const { status, out } = await linnetHere(['user', 'create', '--help'])
    expect(status).toBe(0)
    expect(out).toContain('linnet user create --email EMAIL --password PASSWORD')
    expect(out).toMatch(/--admin +Make it an administrator/)
  })

  test('help groups commands that begin with the same word', async () => {
    const { out } = await linnetHere(['help'])
    const first = [...out.matchAll(/^ {2}linnet (\w+)/gm)].map(([, word]) => word)
    const changes = first.filter((word, index) => word !== first[index - 1])
    expect(changes).toEqual([...new Set(changes)])
  })

  test('help for a first word explains all its commands; help for serve explains only that one', async () => {
    const { out } = await linnetHere(['help', 'domain'])
    expect(out).toContain('linnet domain add --email EMAIL')
    expect(out).toContain('linnet domain verify --email EMAIL')
    expect(out).not.toContain('linnet user')
    expect((await linnetHere(['serve', '--help'])).out).toMatch(
      /^Run the server with .*\n\n {2}linnet serve\n$/,
    )
  })

  test('help for an unknown command is reported in one line', async () => {
    expect(onlyLine(await linnetHere(['help', 'fly']))).toMatch(/unknown command "fly"; see linnet help/)
  })
})
