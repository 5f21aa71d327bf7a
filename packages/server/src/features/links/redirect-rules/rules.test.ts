// Rules without a server: their numbers, their shares, and what visitors' headers mean.
import { describe, expect, test } from 'bun:test'
import { Conditions, type GivenRules, mostRuleNumber, type Rule } from '@linnet/contract'
import { choose, compileRules, shownRules, storedRules } from './rules.ts'
import { Visitor, type VisitorFacts } from './visitor.ts'

const facts = (over: Partial<VisitorFacts> = {}): VisitorFacts => ({
  userAgent: '',
  languages: null,
  referer: null,
  query: '',
  scan: false,
  now: Date.parse('2026-11-26T12:00:00Z'),
  country: () => null,
  pseudonym: () => ({ high: 1, low: 2 }),
  ...over,
})
const to = (...urls: string[]) => urls.map((long_url) => ({ long_url, weight: 1 }))
const holds = (when: object, over: Partial<VisitorFacts>) => {
  const stored = storedRules([{ when: Conditions.parse(when), to: to('https://a.example/') }], null)
  const rules = compileRules(stored, (url) => url)
  return rules !== null && choose(rules, new Visitor(facts(over)), 1) !== null
}

describe('a rule', () => {
  const given = (...when: object[]): GivenRules =>
    when.map((one) => ({ when: Conditions.parse(one), to: to('https://a.example/', 'https://b.example/') }))
  const numbersOf = (stored: string | null) =>
    shownRules(stored).map(({ id, to }) => [id, ...to.map((one) => one.id)].join(' '))

  test('keeps its id and those of its destinations when it is sent back, in another place too', () => {
    const first = storedRules(given({ os: ['ios'] }, { os: ['android'] }), null)
    expect(numbersOf(first)).toEqual(['rul_1 dst_1 dst_2', 'rul_2 dst_3 dst_4'])
    const back = shownRules(first).toReversed()
    expect(numbersOf(storedRules(back, first))).toEqual(['rul_2 dst_3 dst_4', 'rul_1 dst_1 dst_2'])
  })

  test('keeps them without ids as well, while its conditions and destinations stay the same', () => {
    const first = storedRules(given({ os: ['ios'] }, { os: ['android'] }), null)
    expect(numbersOf(storedRules(given({ os: ['android'] }, { os: ['linux'] }), first))).toEqual([
      'rul_2 dst_3 dst_4',
      'rul_3 dst_5 dst_6',
    ])
  })

  test('never gets a number that the link has used, also after all rules were removed', () => {
    const first = storedRules(given({ os: ['ios'] }), null)
    const none = storedRules([], first)
    expect(shownRules(none)).toEqual([])
    expect(numbersOf(storedRules(given({ os: ['linux'] }), none))).toEqual(['rul_2 dst_3 dst_4'])
    expect(storedRules(null, null)).toBeNull()
  })

  test('keeps its id without it, whatever the order of its parameters', () => {
    const first = storedRules(given({ query: { a: 'x', b: 'y' } }), null)
    expect(numbersOf(storedRules(given({ query: { b: 'y', a: 'x' } }), first))).toEqual(['rul_1 dst_1 dst_2'])
  })

  test('takes no id of a destination', () => {
    const first = storedRules(given({ os: ['ios'] }), null)
    const wrong = [{ ...given({ os: ['linux'] })[0], id: 'dst_1' }] as GivenRules
    expect(numbersOf(storedRules(wrong, first))).toEqual(['rul_2 dst_3 dst_4'])
  })

  test('with an invented or repeated id gets a number of its own', () => {
    const first = storedRules(given({ os: ['ios'] }), null)
    const [rule] = shownRules(first) as [Rule]
    const again = storedRules([rule, rule, { ...rule, id: 'rul_9' }, { ...rule, id: 'x' }], first)
    expect(shownRules(again).map(({ id }) => id)).toEqual(['rul_1', 'rul_2', 'rul_3', 'rul_4'])
  })

  test('gets the lowest free number once all have been used', () => {
    const last = JSON.stringify({ last: [mostRuleNumber, mostRuleNumber], rules: [] })
    expect(numbersOf(storedRules(given({ os: ['ios'] }), last))).toEqual(['rul_1 dst_1 dst_2'])
  })
})

describe('destinations', () => {
  const weights = [700, 300]
  const stored = storedRules(
    [{ when: {}, to: weights.map((weight, index) => ({ long_url: `https://${index}.example/`, weight })) }],
    null,
  )
  const rules = compileRules(stored, (url) => url)
  const chosen = (linkId: number, high: number, low: number) =>
    rules &&
    choose(rules, new Visitor(facts({ pseudonym: () => ({ high, low }) })), linkId)?.destination.number

  test('share visitors by weight, whatever their pseudonyms look like', () => {
    for (const pseudonym of [
      (index: number) => [index, 0],
      (index: number) => [0, index],
      (index: number) => [index << 16, index],
      () => [Math.floor(Math.random() * 2 ** 32), Math.floor(Math.random() * 2 ** 32)],
    ]) {
      const first = Array.from({ length: 20_000 }, (_, index) => {
        const [high = 0, low = 0] = pseudonym(index)
        return chosen(7, high, low)
      }).filter((number) => number === 1)
      expect(first.length / 20_000).toBeWithin(0.685, 0.715)
    }
  })

  test('are chosen for each link anew, so that a visitor isn’t always in the same group', () => {
    const groups = Array.from({ length: 2000 }, (_, linkId) => chosen(linkId, 1, 2))
    expect(groups.filter((number) => number === 1).length / 2000).toBeWithin(0.65, 0.75)
  })
})

describe('a condition', () => {
  test.each([
    ['the preferred language', { language: ['de'] }, { languages: 'de' }, true],
    ['the preferred language', { language: ['de'] }, { languages: 'de-AT, en;q=0.5' }, true],
    ['the preferred language', { language: ['de-at'] }, { languages: 'de' }, false],
    ['the preferred language', { language: ['de'] }, { languages: 'en, de;q=0.9' }, false],
    ['the language of the highest weight', { language: ['de'] }, { languages: 'en;q=0.2, de;q=0.9' }, true],
    ['a refused language', { language: ['de'] }, { languages: 'de;q=0' }, false],
    ['a longer language', { language: ['de'] }, { languages: 'den' }, false],
    ['a referring host', { referer: ['t.co'] }, { referer: 'https://t.co/abc' }, true],
    ['a host below it', { referer: ['example.com'] }, { referer: 'https://WWW.Example.com/' }, true],
    ['a host that ends like it', { referer: ['t.co'] }, { referer: 'https://cat.co/' }, false],
    ['no referrer', { referer: ['t.co'] }, { referer: 'nonsense' }, false],
    ['a parameter', { query: { ref: 'news' } }, { query: 'a=1&ref=news' }, true],
    ['another value', { query: { ref: 'news' } }, { query: 'ref=newsletter' }, false],
    ['one of several values', { query: { ref: ['a', 'b'] } }, { query: 'ref=b' }, true],
    ['any value', { query: { ref: true } }, { query: 'ref' }, true],
    ['an empty value', { query: { ref: '' } }, { query: 'ref' }, true],
    ['an international host', { referer: ['Müller.de.'] }, { referer: 'https://xn--mller-kva.de/' }, true],
    ['one parameter of two', { query: { ref: 'a', x: true } }, { query: 'ref=a' }, false],
    ['a parameter with escapes', { query: { 'a b': 'ü' } }, { query: 'a+b=%C3%BC' }, true],
    ['a name of every object', { query: { toString: true } }, { query: 'a=1' }, false],
    ['a scan', { scan: true }, { scan: true }, true],
    ['no scan', { scan: false }, { scan: true }, false],
  ] as [string, object, Partial<VisitorFacts>, boolean][])(
    '%s: %j for %j is %p',
    (_what, when, visitor, expected) => {
      expect(holds(when, visitor)).toBe(expected)
    },
  )

  test('on weekdays with hours past midnight means the night that begins on that day', () => {
    const when = { days: ['sat'], hours: ['22:00', '02:00'] }
    const on = (moment: string) => holds(when, { now: Date.parse(moment) })
    expect(on('2026-11-28T23:00:00Z')).toBe(true)
    expect(on('2026-11-29T01:59:00Z')).toBe(true)
    expect(on('2026-11-28T01:00:00Z')).toBe(false)
    expect(on('2026-11-29T02:00:00Z')).toBe(false)
  })

  test('on hours that summer time skips holds on no moment of that day', () => {
    const when = { hours: ['02:15', '02:45'], time_zone: 'Europe/Berlin' }
    const minutes = Array.from(
      { length: 24 * 60 },
      (_, minute) => Date.parse('2026-03-28T23:00:00Z') + minute * 60_000,
    )
    expect(minutes.filter((now) => holds(when, { now }))).toHaveLength(0)
    expect(minutes.filter((now) => holds(when, { now: now + 86_400_000 }))).toHaveLength(30)
  })

  test('of fifty rules of fifty values is compiled and checked in time that grows with their size', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
    const languages = letters.flatMap((one) => [`${one}a`, `${one}b`]).slice(0, 50)
    const many: GivenRules = Array.from({ length: 50 }, () => ({
      when: { language: languages },
      to: to('https://a.example/'),
    }))
    const rules = compileRules(storedRules(many, null), (url) => url)
    expect(rules && choose(rules, new Visitor(facts({ languages: 'zz,'.repeat(5000) })), 1)).toBeNull()
    expect(rules && choose(rules, new Visitor(facts({ languages: 'ya' })), 1)?.rule.number).toBe(1)
  })
})
