// Which paths robots.txt permits, and how long this takes to decide if an attacker wrote it.
import { describe, expect, test } from 'bun:test'
import { parseRobots, permits } from './robots.ts'

const allowed = (text: string, path: string) =>
  permits(parseRobots(text, 'linnetbot'), new URL(path, 'https://example.com'))

describe('robots.txt', () => {
  test('permits everything where it says nothing', () => {
    for (const text of ['', 'User-agent: *', 'User-agent: *\nDisallow:', 'Sitemap: /x', '<html>not found'])
      expect(allowed(text, '/page')).toBe(true)
  })

  test('forbids paths that begin with a rule, and the longest rule decides', () => {
    const text = 'User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /same\nAllow: /same'
    expect(allowed(text, '/private')).toBe(false)
    expect(allowed(text, '/private/x?y')).toBe(false)
    expect(allowed(text, '/private/open/x')).toBe(true)
    expect(allowed(text, '/Private')).toBe(true)
    expect(allowed(text, '/same')).toBe(true)
  })

  test('has rules for us, which replace those for everyone', () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: OtherBot\nUser-Agent: LINNETBOT # us\nDisallow: /no\r'
    expect([allowed(text, '/page'), allowed(text, '/no')]).toEqual([true, false])
    expect(allowed('User-agent: LinnetBot\nUser-agent: *\nDisallow: /', '/page')).toBe(false)
    const twice =
      'User-agent: linnetbot\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: linnetbot\nDisallow: /c'
    expect(['/a', '/b', '/c'].map((path) => allowed(twice, path))).toEqual([false, true, false])
  })

  test('understands * and $', () => {
    const text = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*/b*c\nDisallow: /exact$'
    const forbidden = ['/x.pdf', '/a1/b2c', '/a/bc/more', '/exact']
    const permitted = ['/x.pdf?y', '/x.pdfx', '/a1/c2b', '/exactly', '/a/b']
    expect(forbidden.filter((path) => allowed(text, path))).toEqual([])
    expect(permitted.filter((path) => !allowed(text, path))).toEqual([])
    expect(allowed('User-agent: *\nDisallow: /*a*a$', '/a')).toBe(true)
  })

  test('compares paths however they are encoded', () => {
    const text = 'User-agent: *\nDisallow: /größe\nDisallow: /%7etilde\nDisallow: /a%2fb'
    for (const path of ['/größe', '/gr%c3%b6%c3%9fe', '/~tilde', '/%7Etilde', '/a%2Fb'])
      expect(allowed(text, path)).toBe(false)
    expect(allowed(text, '/a/b')).toBe(true)
    expect(allowed('User-agent: *\nDisallow: /\ud800', '/x')).toBe(true)
  })

  test('that is too long to apply forbids everything', () => {
    expect(allowed(`User-agent: *\n${'Disallow: /aaaaaaaaaa\n'.repeat(10_000)}`, '/b')).toBe(false)
  })
})

describe('half a megabyte of robots.txt takes little time:', () => {
  const size = 500 * 1024
  const filled = (line: string) => line.repeat(Math.ceil(size / line.length))
  for (const [what, text] of Object.entries({
    'one rule of stars': `User-agent: *\nDisallow: /${'*a'.repeat(16_000)}b`,
    'a rule that nearly matches': `User-agent: *\nDisallow: /*${'a'.repeat(2000)}b\n`.repeat(15),
    agents: filled('User-agent: x\n'),
    'empty lines': filled('\n'),
    'one line': filled('User-agent: *'),
    'percent signs': `User-agent: *\nDisallow: /${filled('%')}`,
    'short rules': `User-agent: *\n${filled('Disallow: /\n')}`,
  }))
    test(what, () => {
      const start = performance.now()
      allowed(text, `/${'a'.repeat(8000)}`)
      expect(performance.now() - start).toBeLessThan(1000)
    })
})
