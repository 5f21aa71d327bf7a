// What the panel shows of a link, and what it sends when the link was changed.
import { expect, test } from 'bun:test'
import { exampleOf, Link } from '@linnet/contract'
import { localMinute } from '../../../lib/local-minute.ts'
import { bodyOf, valuesOf } from './values.ts'

const link = exampleOf(Link, { status: 'active', created_at: 1_790_000_000, updated_at: 1_790_000_000 })

test('the form has the fields of the update, with empty strings for what is not set', () => {
  expect(valuesOf(link, link.domain)).toMatchObject({
    long_url: 'https://example.com/a?b=c',
    title: 'Launch',
    custom_slug: 'launch',
    domain_alias: '',
    password: '',
    has_password: false,
    disposable: false,
    adult: false,
    archive_at: '',
    expired_at: '',
    starts_at: '',
    max_clicks: '',
    note: '',
    ended_url: '',
    forward_query: '',
    forward_path: '',
    rules: [],
    preview: { title: '', description: '', image: '' },
    keep_code: false,
    fetch_preview: false,
  })
  expect(valuesOf(link, link.domain)).not.toContainAnyKeys(['short', 'domain', 'status', 'clicks'])
  const own = { domain: 'go.example', archive_at: '2030-01-02', expired_at: 1_890_000_000 }
  expect(valuesOf({ ...link, ...own }, link.domain)).toMatchObject({
    domain_alias: 'go.example',
    archive_at: '2030-01-02',
    expired_at: localMinute(1_890_000_000),
  })
})

test('only what was changed is sent', () => {
  expect(bodyOf({})).toEqual({})
  expect(bodyOf({ title: 'After', long_url: ' example.com ', adult: true, archive_at: '' })).toEqual({
    title: 'After',
    long_url: 'https://example.com',
    adult: true,
    archive_at: '',
  })
})

test('a new password is sent, and a removed one is sent as an empty string', () => {
  expect(bodyOf({ password: 'open sesame' })).toEqual({ password: 'open sesame' })
  expect(bodyOf({ password: '' })).toEqual({})
  expect(bodyOf({ has_password: false, password: 'open sesame' })).toEqual({ password: '' })
})

test('an expiry is a minute in the browser’s time zone, or none', () => {
  const seconds = Math.floor(new Date(2030, 0, 2, 3, 4).getTime() / 1000)
  expect(localMinute(seconds)).toBe('2030-01-02T03:04')
  expect(bodyOf({ expired_at: '2030-01-02T03:04' })).toEqual({ expired_at: seconds })
  expect(bodyOf({ expired_at: '' })).toEqual({ expired_at: null })
})

test('what is empty is sent as null, and other values as the API takes them', () => {
  expect(
    bodyOf({ note: '', ended_url: ' ', starts_at: '', max_clicks: '', forward_query: '', rules: [] }),
  ).toEqual({
    note: null,
    ended_url: null,
    starts_at: null,
    max_clicks: null,
    forward_query: null,
    rules: [],
  })
  expect(bodyOf({ max_clicks: '100', forward_path: false, ended_url: 'example.com' })).toEqual({
    max_clicks: 100,
    forward_path: false,
    ended_url: 'https://example.com',
  })
  const card = { title: '', description: '', image: '' }
  expect(bodyOf({ preview: card })).toEqual({ preview: null })
  expect(bodyOf({ preview: { ...card, title: 'A' } })).toEqual({ preview: { ...card, title: 'A' } })
})
