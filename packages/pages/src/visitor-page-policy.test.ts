// What browsers allow visitor pages to do.
import { expect, test } from 'bun:test'
import { contentSecurityPolicy } from './index.ts'

const directives = new Map(
  contentSecurityPolicy.split('; ').map((directive) => {
    const [name = '', ...values] = directive.split(' ')
    return [name, values.join(' ')]
  }),
)

test('nothing is loaded but data: images and our own stylesheets', () => {
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('img-src')).toBe('data:')
  expect(directives.get('style-src')).toMatch(/^'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='$/)
  expect(directives.has('script-src')).toBe(false)
})

test('no page can be framed or given another base', () => {
  expect(directives.get('frame-ancestors')).toBe("'none'")
  expect(directives.get('base-uri')).toBe("'none'")
})

test('a form may be answered with a redirect to any web address', () => {
  expect(directives.get('form-action')).toBe("'self' http: https:")
})
