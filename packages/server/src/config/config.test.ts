// The settings: their documentation, secrets in files, and refusals that name the setting.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadPlans } from '../features/identity/accounts/index.ts'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, content)
  return file
}

const renewal = 'RENEW_DOCS=1 npm test -- config/config'
const documentFile = resolve(import.meta.dir, '../../../../docs/configuration.md')
const document = readFileSync(documentFile, 'utf8')

/** The table of docs/configuration.md, by `settings`. */
function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { default: value, meaning }]) =>
      `| \`${name}\` | ${value ? `\`${value}\`` : '–'} | ${meaning} |\n`,
  )
  return `| name | default | meaning |\n|---|---|---|\n${rows.join('')}`
}

function blocksOf(language: string): string[] {
  return [...document.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, block]) => block as string,
  )
}

describe('docs/configuration.md', () => {
  test(`has the table of settings, which \`${renewal}\` renews`, async () => {
    const renewed = document.replace(/^\| name \| default \| meaning \|\n(\|.*\n)*/m, settingsTable)
    if (process.env.RENEW_DOCS) await Bun.write(documentFile, renewed)
    else expect(document).toBe(renewed)
    expect(renewed).toContain(settingsTable())
  })

  test('has only valid examples', () => {
    const examples = blocksOf('sh')
    expect(examples.length).toBeGreaterThan(5)
    for (const example of examples) {
      const lines = example.trim().split('\n')
      const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
      for (const name of Object.keys(environment))
        expect(Object.keys(settings)).toContain(name.replace(/_FILE$/, '').replace(/^PLANS$/, 'PLANS_FILE'))
      if (environment.DATABASE_URL_FILE) environment.DATABASE_URL_FILE = fileWith('postgres://localhost/a')
      expect(() => readConfig(environment)).not.toThrow()
    }
  })

  test('has a valid plans file', () => {
    const [example, ...more] = blocksOf('json')
    expect(more).toEqual([])
    const plans = loadPlans(fileWith(example as string), 'guest')
    expect(plans.names).toEqual(['guest', 'staff'])
    expect(plans.get('guest')).toMatchObject({ links: 50, requests_per_minute: 20, bulk_shortening: false })
    expect(plans.get('staff')).toMatchObject({ links: null, requests_per_minute: 600, bulk_shortening: true })
  })
})

describe('defaults', () => {
  test('an empty environment configures a complete instance on this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDirectory: resolve('data'),
      databaseUrl: null,
      defaultPlan: 'unlimited',
      trustedProxies: [],
      anonymousRequestsPerMinute: 600,
      allowPrivateTargets: false,
      origins: {
        public: 'http://localhost:3000',
        api: 'http://localhost:3000',
        short: 'http://localhost:3000',
      },
    })
  })

  test("PUBLIC_URL includes the port by default, and is the default of every part's URL", () => {
    expect(readConfig({ PORT: '8080' }).origins.mcp).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '80' }).origins.mcp).toBe('http://localhost')
    const { origins } = readConfig({ PORT: '8080', PUBLIC_URL: 'https://go.example.com/' })
    expect(new Set(Object.values(origins))).toEqual(new Set(['https://go.example.com']))
  })

  test('an empty value counts as unset', () => {
    const environment = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))
    expect(readConfig(environment)).toEqual(readConfig({}))
  })
})

describe('the settings of OpenTelemetry, which a host may set for all its programs,', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_HEADERS: 'a',
    OTEL_TRACES_SAMPLER: 'parentbased_jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_SERVICE_NAME_FILE: join(folder, 'nothing'),
  }

  test('are ignored if no traces are sent', () => {
    expect(readConfig(wrong).tracing).toBeNull()
  })

  for (const [name, value] of Object.entries(wrong))
    test(`are checked otherwise: ${name}`, () => {
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', [name]: value }
      expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} `))
    })
})

describe('NAME_FILE', () => {
  test('gives a setting the content of a file, without surrounding whitespace', () => {
    const url = 'postgres://linnet:secret@localhost/linnet'
    expect(readConfig({ DATABASE_URL_FILE: fileWith(`${url}\n`) }).databaseUrl).toBe(url)
    expect(readConfig({ PORT_FILE: fileWith('\n4000 ') }).port).toBe(4000)
  })

  test("is refused, and named, if its file doesn't exist", () => {
    const file = join(folder, 'nothing')
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL_FILE .*nothing/)
  })

  test('does not reveal the secret if it is invalid', () => {
    const file = fileWith('mysql://linnet:secret@localhost/linnet')
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^(?!.*secret).*DATABASE_URL/)
  })
})

describe('ASSETS_URL', () => {
  test('names a bucket, with an optional folder and region', () => {
    const key = { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c' }
    const url = 's3://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/pictures?region=eu-central-1'
    expect(readConfig({ ASSETS_URL: url }).assetsBucket).toEqual({
      ...key,
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'pictures',
      prefix: '',
      region: 'eu-central-1',
    })
    const local = 's3://AKIA:a%2Fb%2Bc@minio:9000/pictures/links/test?tls=off'
    expect(readConfig({ ASSETS_URL: local }).assetsBucket).toEqual({
      ...key,
      endpoint: 'http://minio:9000',
      bucket: 'pictures',
      prefix: 'links/test/',
      region: 'us-east-1',
    })
  })

  test('does not reveal the secret if it is invalid', () => {
    expect(() => readConfig({ ASSETS_URL: 's3://key:verysecret@s3.example.com' })).toThrow(
      /^(?!.*verysecret).*ASSETS_URL/,
    )
  })
})

describe('OIDC_ISSUER', () => {
  const provider = { OIDC_ISSUER: 'https://login.example.org/realms/staff', OIDC_CLIENT_ID: 'linnet' }

  test('keeps the issuer as it is written, and calls it by its host', () => {
    expect(readConfig(provider).identityProvider).toStrictEqual({
      issuer: 'https://login.example.org/realms/staff',
      clientId: 'linnet',
      clientSecret: null,
      name: 'login.example.org',
      allow: [],
      groups: [],
    })
    const slash = { ...provider, OIDC_ISSUER: 'https://login.example.org/' }
    expect(readConfig(slash).identityProvider?.issuer).toBe('https://login.example.org/')
  })

  test('may be without TLS on this machine only', () => {
    const local = { ...provider, OIDC_ISSUER: 'http://localhost:8080/realms/staff' }
    expect(readConfig(local).identityProvider?.name).toBe('localhost')
  })

  test('comes with the domains and groups that get accounts, and the places of groups', () => {
    const { allow, groups } =
      readConfig({
        ...provider,
        OIDC_ALLOW: 'Example.ORG, group:/staff, group:Domain Users',
        OIDC_GROUPS: '/staff=wsp_01a:editor, cn=ops = wsp_01b:admin',
      }).identityProvider ?? {}
    expect(allow).toStrictEqual([{ domain: 'example.org' }, { group: '/staff' }, { group: 'Domain Users' }])
    expect(groups).toStrictEqual([
      { group: '/staff', workspace: 'wsp_01a', role: 'editor' },
      { group: 'cn=ops', workspace: 'wsp_01b', role: 'admin' },
    ])
  })
})

describe('a value that cannot be used is refused, naming the setting', () => {
  const origins = ['PUBLIC_URL', 'API_URL', 'AUTH_URL', 'CONSENT_URL', 'MCP_URL', 'SHORT_URL']
  const bad: [string, string[]][] = [
    ['PORT', ['0', '65536', '-1', '3000.5', '0x10', 'http']],
    ['DATABASE_URL', ['mysql://localhost/a', 'localhost', 'postgres://[', './data.db']],
    ['DATABASE_LISTEN_URL', ['polling', 'localhost:5432', 'mysql://localhost/a']],
    ['DATABASE_REPLICA_URL', ['replica', 'mysql://localhost/a']],
    ['DATABASE_POOL', ['1', '1001', 'many']],
    [
      'ASSETS_URL',
      [
        'https://key:secret@s3.example.com/bucket',
        's3://bucket',
        's3://s3.example.com/bucket',
        's3://key@s3.example.com/bucket',
        's3://key:secret@s3.example.com',
        's3://key:secret@s3.example.com/',
        's3://key:secret@/bucket',
        's3://key:secret@s3.example.com/bucket?tls=maybe',
        's3://key:secret@s3.example.com/bucket?zone=a',
        's3://key:secret@s3.example.com/bucket#a',
        's3://key:%zz@s3.example.com/bucket',
      ],
    ],
    ...origins.map((name): [string, string[]] => [
      name,
      [
        'example.com',
        'ftp://example.com',
        'https://example.com/v2',
        'https://example.com/?a=b',
        'https://example.com/#a',
        'https://ana@example.com',
      ],
    ]),
    [
      'OTHER_HOSTS',
      ['https://example.com', 'example.com/a', 'example.com:80', 'a b', 'user@example.com', '*.example.com/'],
    ],
    ['TRUST_PROXY', ['nginx', '10.0.0.0/33', '10.0.0.0/8 192.168.0.1', '::/129']],
    ['ANONYMOUS_REQUESTS_PER_MINUTE', ['0', '-5', 'none']],
    ['CLICK_RETENTION_DAYS', ['-1', '36501', 'ever']],
    ['ALLOW_PRIVATE_TARGETS', ['yes', '1', 'TRUE']],
    ['DNS_SERVERS', ['dns.example.com', '9.9.9.9:dns']],
    ['LOG_LEVEL', ['debug', 'INFO']],
    [
      'OIDC_ISSUER',
      [
        'login.example.org',
        'http://login.example.org',
        'https://login.example.org/?realm=a',
        'https://login.example.org/.well-known/openid-configuration',
      ],
    ],
    ['OIDC_ALLOW', ['staff', 'example.org group:staff', '*', '@example.org', 'ana@example.org', 'group:']],
    ['OIDC_GROUPS', ['staff', 'staff=wsp_1', 'staff=wsp_1:owner', 'staff=team:editor', '=wsp_1:editor']],
    ['PASSWORD_SIGN_IN', ['false', 'no']],
  ]
  for (const [name, values] of bad)
    for (const value of values)
      test(`${name}=${value}`, () => {
        expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `))
      })

  test('PASSWORD_SIGN_IN off without a provider, and a provider without a client id', () => {
    expect(() => readConfig({ PASSWORD_SIGN_IN: 'off' })).toThrow(/^PASSWORD_SIGN_IN=off needs OIDC_ISSUER/)
    const environment = { OIDC_ISSUER: 'https://login.example.org' }
    expect(() => readConfig(environment)).toThrow(/^OIDC_ISSUER needs OIDC_CLIENT_ID/)
  })

  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'])
    test(`${name} beside SQLite`, () => {
      expect(() => readConfig({ [name]: 'postgres://localhost/a' })).toThrow(
        /^DATABASE_\w+ needs DATABASE_URL/,
      )
    })

  for (const name of ['AUTH_URL', 'CONSENT_URL'])
    test(`${name} on a host that cannot share the session`, () => {
      const environment = { PUBLIC_URL: 'https://links.example.com', [name]: 'https://id.example.com' }
      expect(() => readConfig(environment)).toThrow(name)
      expect(() => readConfig({ ...environment, COOKIE_DOMAIN: 'example.org' })).toThrow(/COOKIE_DOMAIN/)
      expect(() => readConfig({ ...environment, COOKIE_DOMAIN: 'ample.com' })).toThrow(/COOKIE_DOMAIN/)
      expect(readConfig({ ...environment, COOKIE_DOMAIN: 'example.com' }).cookieDomain).toBe('example.com')
      expect(() => readConfig({ ...environment, [name]: 'https://links.example.com:8443' })).not.toThrow()
    })

  test('API_URL, MCP_URL and SHORT_URL need no session and may be on any host', () => {
    const elsewhere = {
      API_URL: 'https://api.test',
      MCP_URL: 'https://mcp.test',
      SHORT_URL: 'https://go.test',
    }
    expect(() => readConfig(elsewhere)).not.toThrow()
  })
})
