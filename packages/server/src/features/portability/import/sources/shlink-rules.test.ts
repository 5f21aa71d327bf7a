// Shlink's rule conditions, with the cases of its own documentation and tests (RedirectConditionTest.php): what each becomes here,
// and for which visitors both hold.
import { describe, expect, test } from 'bun:test'
import { api, type GivenRules } from '@linnet/contract'
import { choose, compileRules, storedRules, Visitor } from '../../../links/redirect-rules/index.ts'
import { shlinkRules } from './shlink-rules.ts'

const agents = {
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  chromeos: 'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  opera:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0',
  unknown: 'unknown',
}
type AgentName = keyof typeof agents

interface Asked {
  agent?: AgentName
  languages?: string
  query?: string
  country?: string
  now?: string
}

type Condition = [type: string, matchValue: string | null, matchKey?: string | null]

const rule = (...conditions: Condition[]) => ({
  longUrl: 'https://example.com/there',
  priority: 1,
  conditions: conditions.map(([type, matchValue, matchKey = null]) => ({ type, matchKey, matchValue })),
})

function imported(...conditions: Condition[]): { when: unknown; compiled: ReturnType<typeof compileRules> } {
  const { rules, notes } = shlinkRules([rule(...conditions)])
  if (rules.length === 0) throw new Error(notes[0])
  const given = api.links.update.body?.shape.rules.parse(rules) as GivenRules
  return { when: given[0]?.when, compiled: compileRules(storedRules(given, null), (url) => url) }
}

function holds(conditions: Condition[], { agent, languages, query, country, now }: Asked): boolean {
  const { compiled } = imported(...conditions)
  if (!compiled) throw new Error('there are no rules')
  const visitor = new Visitor({
    userAgent: agent ? agents[agent] : '',
    languages: languages ?? null,
    referer: null,
    query: query ?? '',
    scan: false,
    now: Date.parse(now ?? '2026-06-01T12:00:00Z'),
    country: () => country ?? null,
    pseudonym: () => ({ high: 1, low: 2 }),
  })
  return choose(compiled, visitor, 1) !== null
}

interface Case {
  condition: Condition
  becomes: object
  /** Visitors for whom it holds in both programs, and in neither. */
  for: Asked[]
  notFor: Asked[]
  /** Visitors for whom it holds in Shlink alone. */
  onlyThere?: Asked[]
}

const byAgent = (...names: AgentName[]): Asked[] => names.map((agent) => ({ agent }))

const cases: Case[] = [
  {
    condition: ['device', 'android'],
    becomes: { os: ['android'] },
    for: byAgent('android', 'androidTablet'),
    notFor: byAgent('ios', 'windows', 'unknown'),
  },
  {
    condition: ['device', 'ios'],
    becomes: { os: ['ios'] },
    for: byAgent('ios', 'ipad'),
    notFor: byAgent('android', 'windows', 'macos'),
  },
  {
    condition: ['device', 'mobile'],
    becomes: { os: ['ios', 'android'] },
    for: byAgent('ios', 'ipad', 'android', 'androidTablet'),
    notFor: byAgent('windows', 'macos', 'linux', 'chromeos', 'unknown'),
  },
  {
    condition: ['device', 'windows'],
    becomes: { os: ['windows'] },
    for: byAgent('windows'),
    notFor: byAgent('linux', 'macos'),
  },
  {
    condition: ['device', 'macos'],
    becomes: { os: ['macos'] },
    for: byAgent('macos'),
    notFor: byAgent('windows', 'ios'),
  },
  {
    condition: ['device', 'linux'],
    becomes: { os: ['linux'] },
    for: byAgent('linux'),
    notFor: byAgent('windows', 'android', 'chromeos'),
  },
  {
    condition: ['device', 'desktop'],
    becomes: { device: ['desktop'] },
    for: byAgent('windows', 'macos', 'linux'),
    notFor: byAgent('ios', 'android', 'unknown'),
    onlyThere: byAgent('chromeos'),
  },
  {
    condition: ['language', 'en'],
    becomes: { language: ['en'] },
    for: [{ languages: 'en' }, { languages: 'en-US,fr;q=0.5' }, { languages: 'en-UK' }],
    notFor: [{}, { languages: '' }, { languages: '*' }, { languages: 'es-AR' }, { languages: 'es,en;q=0.6' }],
    onlyThere: [{ languages: 'es, en,fr' }],
  },
  {
    condition: ['language', 'es_ES'],
    becomes: { language: ['es-es'] },
    for: [{ languages: 'es-ES' }, { languages: 'ES-es' }],
    notFor: [{ languages: 'es' }, { languages: 'es-AR' }, { languages: 'en-US,es-ES;q=0.6' }],
    onlyThere: [{ languages: 'en-US,es-ES;q=0.9' }],
  },
  {
    condition: ['query-param', 'bar', 'foo'],
    becomes: { query: { foo: 'bar' } },
    for: [{ query: 'foo=bar' }, { query: 'a=1&foo=bar' }],
    notFor: [{}, { query: 'foo=not-bar' }, { query: 'foo' }, { query: 'nop=bar' }],
  },
  {
    condition: ['any-value-query-param', null, 'foo'],
    becomes: { query: { foo: true } },
    for: [{ query: 'foo' }, { query: 'foo=' }, { query: 'foo=something' }],
    notFor: [{}, { query: 'nop=foo' }],
  },
  {
    condition: ['valueless-query-param', null, 'foo'],
    becomes: { query: { foo: '' } },
    for: [{ query: 'foo' }, { query: 'foo=' }],
    notFor: [{}, { query: 'foo=something' }, { query: 'nop' }],
  },
  {
    condition: ['geolocation-country-code', 'us'],
    becomes: { country: ['US'] },
    for: [{ country: 'US' }],
    notFor: [{}, { country: 'ES' }],
  },
  {
    condition: ['before-date', '2026-06-01T14:00:00+02:00'],
    becomes: { until: 1780315200 },
    for: [{ now: '2026-06-01T11:59:59Z' }],
    notFor: [{ now: '2026-06-01T12:00:00Z' }, { now: '2026-06-01T12:00:01Z' }],
  },
  {
    condition: ['after-date', '2026-06-01T14:00:00+02:00'],
    becomes: { from: 1780315200 },
    for: [{ now: '2026-06-01T12:00:01Z' }],
    notFor: [{ now: '2026-06-01T11:59:59Z' }],
  },
  {
    condition: ['browser', 'firefox'],
    becomes: { browser: ['firefox'] },
    for: byAgent('linux'),
    notFor: byAgent('windows', 'unknown'),
  },
  {
    condition: ['browser', 'edge'],
    becomes: { browser: ['microsoft edge'] },
    for: byAgent('edge'),
    notFor: byAgent('windows', 'opera'),
  },
  {
    condition: ['browser', 'chrome'],
    becomes: { browser: ['chrome'] },
    for: byAgent('windows'),
    notFor: byAgent('edge', 'opera', 'macos'),
  },
  {
    condition: ['browser', 'safari'],
    becomes: { browser: ['safari'] },
    for: byAgent('macos', 'ios'),
    notFor: byAgent('windows', 'android'),
  },
  {
    condition: ['browser', 'opera'],
    becomes: { browser: ['opera'] },
    for: byAgent('opera'),
    notFor: byAgent('windows', 'edge'),
  },
]

describe("a condition of Shlink's", () => {
  for (const { condition, becomes, onlyThere = [], ...asked } of cases) {
    const name = condition.filter(Boolean).join(' ')
    test(`${name} becomes ${JSON.stringify(becomes)}`, () => {
      expect(imported(condition).when).toEqual(becomes)
      for (const visitor of asked.for) expect([visitor, holds([condition], visitor)]).toEqual([visitor, true])
      for (const visitor of [...asked.notFor, ...onlyThere])
        expect([visitor, holds([condition], visitor)]).toEqual([visitor, false])
    })
  }

  test('that has no equivalent leaves out its rule, because without it the rule would hold for others', () => {
    for (const [condition, reason] of [
      [['ip-address', '192.168.1.0/24'], 'it asks for an IP address'],
      [['ip-address', '11.22.*.*'], 'it asks for an IP address'],
      [['geolocation-city-name', 'Los Angeles'], 'it asks for a city'],
      [['device', 'chromeos'], 'it asks for the device chromeos'],
      [['browser', 'netscape'], 'it asks for an unknown browser'],
      [['before-date', 'soon'], 'it asks for a date that cannot be read'],
      [['moon-phase', 'full'], 'it has an unknown condition'],
      [['constructor', 'full'], 'it has an unknown condition'],
    ] as [Condition, string][])
      expect(shlinkRules([rule(condition, ['device', 'ios'])])).toEqual({
        rules: [],
        notes: [`a redirect rule is not imported: ${reason}`],
      })
  })
})

describe('several conditions of a rule', () => {
  test('hold together, also those of one kind', () => {
    expect(imported(['device', 'mobile'], ['device', 'ios'], ['language', 'de']).when).toEqual({
      os: ['ios'],
      language: ['de'],
    })
    expect(imported(['query-param', 'a', 'x'], ['query-param', 'b', 'y']).when).toEqual({
      query: { x: 'a', y: 'b' },
    })
    expect(
      imported(['after-date', '2026-01-01T00:00:00Z'], ['after-date', '2026-02-01T00:00:00Z']).when,
    ).toEqual({ from: Date.parse('2026-02-01T00:00:00Z') / 1000 })
  })

  test('that contradict each other leave it out', () => {
    for (const conditions of [
      [
        ['device', 'ios'],
        ['device', 'windows'],
      ],
      [
        ['query-param', 'a', 'x'],
        ['query-param', 'b', 'x'],
      ],
      [
        ['language', 'de'],
        ['language', 'fr'],
      ],
    ] as Condition[][])
      expect(shlinkRules([rule(...conditions)]).notes).toEqual([
        'a redirect rule is not imported: its conditions cannot hold together here',
      ])
  })
})

test('a rule without conditions always holds, and whatever is no rule is nothing', () => {
  expect(shlinkRules([rule()]).rules).toEqual([{ when: {}, to: [{ long_url: 'https://example.com/there' }] }])
  for (const given of [null, 'rules', {}, [null, 1, 'x']])
    expect(shlinkRules(given)).toEqual({ rules: [], notes: [] })
})
