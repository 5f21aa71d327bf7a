// What every visitor page guarantees, in both languages.
import { describe, expect, test } from 'bun:test'
import type { Language } from '@linnet/languages'
import { textOf } from '../../../../test/html.ts'
import { contentSecurityPolicy, renderVisitorPage, type VisitorPage } from '../index.ts'

const now = 1_790_000_000
const preview = (over: Partial<VisitorPage & { kind: 'preview' }> = {}): VisitorPage => ({
  kind: 'preview',
  shortUrl: 'https://lin.example/launch',
  longUrl: 'https://www.example.com/a?b=c#d',
  title: 'Launch',
  hasRules: false,
  createdAt: now - 3 * 86_400,
  reportUrl: 'https://lin.example/account/report?address=x',
  now,
  ...over,
})

const pages: VisitorPage[] = [
  { kind: 'home', docsUrl: '/docs', dashboardUrl: '/dashboard' },
  { kind: 'not-found' },
  { kind: 'misdirected' },
  { kind: 'scheduled' },
  { kind: 'expired' },
  { kind: 'consumed' },
  { kind: 'used-up' },
  { kind: 'password', wrong: false, adult: false },
  { kind: 'password', wrong: true, adult: true },
  { kind: 'adult' },
  ...(['new_account', 'look_alike', 'shortener'] as const).map(
    (because): VisitorPage => ({
      kind: 'caution',
      because,
      address: 'https://www.example.com/a?b=c#d',
      reportUrl: 'https://lin.example/account/report?address=x',
      sent: { consent: 'yes' },
    }),
  ),
  preview(),
  { kind: 'one-click' },
  { kind: 'too-many-tries', retryAfter: 42 },
  { kind: 'unavailable' },
  { kind: 'error', requestId: 'req_123' },
]
const languages: Language[] = ['en', 'id']
const cases = pages.flatMap((page) => languages.map((language) => [page.kind, language, page] as const))
const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64')

describe.each(cases)('the page %s in %s', (_kind, language, page) => {
  const html = renderVisitorPage(page, language)

  test('is a complete document that declares its language', () => {
    expect(html).toStartWith(`<!doctype html><html lang="${language}">`)
    expect(html).toEndWith('</html>')
  })

  test('has a title and exactly one top-level heading', () => {
    expect(html).toMatch(/<title>[^<]*Linnet<\/title>/)
    expect(html.match(/<h1>[^<]+<\/h1>/g)).toHaveLength(1)
  })

  test('is not indexed, fits a phone and follows light and dark', () => {
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"')
    expect(html).toContain('<meta name="color-scheme" content="light dark"')
  })

  test('reveals nothing to link previews but that it is a short link', () => {
    const told = [...html.matchAll(/<meta property="og:(?:title|description)" content="([^"]*)"/g)]
    const description = language === 'en' ? 'A short link.' : 'Sebuah tautan pendek.'
    expect(told.map((match) => match[1])).toEqual(['Linnet', description])
  })

  test('is styled by the one stylesheet that the policy allows', () => {
    const sheets = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '')
    expect(sheets).toHaveLength(1)
    expect(contentSecurityPolicy).toContain(`'sha256-${hashOf(sheets[0] ?? '')}'`)
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('needs no script and nothing from other sites', () => {
    expect(html).not.toMatch(/<script|\son\w+=|<img|<iframe|@import|url\(/i)
    expect(html).not.toMatch(/<link(?![^>]*href="data:image\/svg\+xml,)/)
  })

  test('weighs less than 10 KB', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(10_000)
  })
})

test('no heading is the same in both languages', () => {
  for (const page of pages) {
    const [english, indonesian] = languages.map(
      (language) => /<h1>(.*?)<\/h1>/.exec(renderVisitorPage(page, language))?.[1],
    )
    expect(english).not.toBe(indonesian)
  }
})

describe('the preview page', () => {
  const html = renderVisitorPage(preview(), 'en')

  test('shows the full destination with its host highlighted', () => {
    expect(textOf(html)).toContain('https://www.example.com/a?b=c#d')
    expect(html).toContain('https://<strong>www.example.com</strong>/a?b=c#d')
  })

  test('continues through the short link, never directly', () => {
    expect(html).toContain('href="https://lin.example/launch"')
    expect(html).not.toContain('href="https://www.example.com')
  })

  test.each([
    ['en', 3 * 86_400, '3 days ago'],
    ['id', 3 * 86_400, '3 hari yang lalu'],
    ['en', 3_600, '1 hour ago'],
    ['id', 90 * 86_400, '3 bulan yang lalu'],
    ['en', 800 * 86_400, '2 years ago'],
    ['en', 20, 'just now'],
    ['id', 0, 'baru saja'],
    ['en', -500, 'just now'],
  ] as const)('shows the age in words: %s, %d seconds, %s', (language, age, messages) => {
    expect(renderVisitorPage(preview({ createdAt: now - age }), language)).toContain(messages)
  })

  test('escapes the title and the destination', () => {
    const nasty = renderVisitorPage(
      preview({
        title: '</dd><script>alert(1)</script>',
        longUrl: 'https://a.example/"><script>alert(2)</script>',
      }),
      'en',
    )
    expect(nasty).not.toContain('<script')
    expect(nasty).toContain('&lt;script&gt;alert(1)')
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' java\nscript:alert(1)',
  ])('has no link if the address is %p', (address) => {
    for (const over of [{ longUrl: address }, { shortUrl: address }])
      expect(renderVisitorPage(preview(over), 'en').match(/<a [^>]*href="[^"]*"/g)).toEqual([
        '<a href="https://lin.example/account/report?address=x"',
      ])
  })

  test('shows a look-alike host in Punycode, as a browser requests it', () => {
    expect(renderVisitorPage(preview({ longUrl: 'https://аpple.example/' }), 'en')).toContain(
      '<strong>xn--pple-43d.example</strong>',
    )
  })

  test('highlights the real host if another one is before an @', () => {
    expect(renderVisitorPage(preview({ longUrl: 'https://bank.example@evil.example/' }), 'en')).toContain(
      'https://bank.example@<strong>evil.example</strong>/',
    )
  })

  test('keeps the direction of a title to the title', () => {
    expect(renderVisitorPage(preview({ title: 'שלום' }), 'en')).toContain('<bdi>שלום</bdi>')
  })

  test('leaves out a missing title', () => {
    expect(renderVisitorPage(preview({ title: '' }), 'en')).not.toContain('<dt>Title</dt>')
  })
})

describe('the one-click page', () => {
  test.each(languages)('has no address and no link, in %s', (language) => {
    const html = renderVisitorPage({ kind: 'one-click' }, language)
    expect(textOf(html)).not.toMatch(/https?:|\/\//)
    expect(html).not.toMatch(/<a |<form|http-equiv/)
  })
})

describe('the password page', () => {
  const page = (wrong: boolean, adult: boolean) => renderVisitorPage({ kind: 'password', wrong, adult }, 'en')

  test('posts a labelled field to its own address', () => {
    expect(page(false, false)).toMatch(/<form [^>]*method="post"/)
    expect(page(false, false)).not.toContain('action=')
    expect(page(false, false)).toContain('<label for="password">Password</label>')
    expect(page(false, false)).toMatch(
      /<input id="password" name="password" type="password" autocomplete="off" autofocus/,
    )
  })

  test('announces a wrong password beside the field', () => {
    expect(page(false, false)).not.toContain('role="alert"')
    expect(page(true, false)).toContain('role="alert"')
    expect(page(true, false)).toContain('aria-invalid="true" aria-describedby="wrong"')
  })

  test('asks for consent with the same button, only if the destination is for adults', () => {
    expect(page(false, true)).toContain('name="consent" value="yes"')
    expect(page(false, true)).toContain('18 or older')
    expect(page(false, false)).not.toContain('consent')
  })
})

test('the page for adults posts its consent', () => {
  const html = renderVisitorPage({ kind: 'adult' }, 'en')
  expect(html).toMatch(/<form [^>]*method="post"/)
  expect(html).toContain('name="consent" value="yes"')
})

test.each([
  ['en', 42, 'in 42 seconds'],
  ['en', 0.2, 'in 1 second'],
  ['id', 42, 'dalam 42 detik'],
  ['en', 121, 'in 3 minutes'],
] as const)('too many tries: says when to try again (%s, %d s)', (language, retryAfter, messages) => {
  expect(renderVisitorPage({ kind: 'too-many-tries', retryAfter }, language)).toContain(messages)
})

test('the error page gives the request number, escaped', () => {
  const html = renderVisitorPage({ kind: 'error', requestId: 'req_<1>' }, 'en')
  expect(html).toContain('req_&lt;1&gt;')
})

test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example'])(
  'home does not link to %p',
  (docsUrl) => {
    expect(renderVisitorPage({ kind: 'home', docsUrl, dashboardUrl: docsUrl }, 'en')).not.toContain('<a ')
  },
)
