// What individual kinds show and leave out: while locked, without their picture or address, and in their own format.
import { describe, expect, test } from 'bun:test'
import type { ComponentKind } from '@linnet/contract'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderMicrosite, type ShownComponent } from '../index.ts'

const render = (components: readonly ShownComponent[], fields = {}) =>
  renderMicrosite(samplePage(components, fields), 'en')

describe('a locked component', () => {
  const locked = (lock: ShownComponent['lock'], kind: ComponentKind = 'TEXT') =>
    render([component(kind, { passwordMessage: 'For friends' } as never, 'x', lock)]).html

  test('shows its owner’s message and a form that is submitted to its own address', () => {
    const html = locked({ locked: true, canOpen: true, wrong: false, retryAfter: null })
    expect(html).toContain('For friends')
    expect(html).toContain('method="post" action="/ana/cmp_x#cmp_x"')
    expect(html).not.toContain('role="alert"')
  })

  test('says that a password was wrong, and when the next attempt is allowed', () => {
    expect(locked({ locked: true, canOpen: true, wrong: true, retryAfter: null })).toContain('role="alert"')
    const waiting = locked({ locked: true, canOpen: true, wrong: false, retryAfter: 42 })
    expect(waiting).toContain('in 42 seconds')
    expect(waiting).not.toContain('<form')
  })

  test.each(['LINK', 'CONTACT'] as const)('is a %s whose button has its owner’s message, once', (kind) => {
    const html = locked({ locked: true, canOpen: true, wrong: false, retryAfter: null }, kind)
    expect(html.split('For friends')).toHaveLength(2)
    expect(html).toMatch(/<summary.*For friends.*<\/summary>/s)
  })

  test.each(['TEXT', 'LINK'] as const)('is a %s that asks for no password if it has none', (kind) => {
    const html = locked({ locked: true, canOpen: false, wrong: false, retryAfter: null }, kind)
    expect(html).toContain('This content isn’t available yet.')
    expect(html).toContain('For friends')
    expect(html).not.toContain('<form')
  })

  test('adds its key to its other addresses once it is unlocked', () => {
    const link = component('LINK', { value: 'In', href: 'https://a.example/' }, 'x', {
      locked: false,
      key: 'k&"1',
    })
    expect(render([link]).html).toContain('href="/ana/cmp_x?key=k%26%221"')
  })
})

describe('a picture that was never uploaded, or was deleted,', () => {
  const lost = '/assets/lost.webp'
  const htmlOf = (kind: ComponentKind, data: object, fields = {}) =>
    render([component(kind, data as never)], fields).html

  test.each([
    ['PROFILE', { image: lost, title: 'Ana' }],
    ['IMAGE', { image: lost, content: 'The words stay' }],
    ['IMAGE', { image: 'assets/lost.webp' }],
    ['IMAGE_SLIDE', { slides: [{ image: lost }] }],
    ['LINK', { icon: lost, value: 'Shop', href: 'https://a.example/' }],
  ] as const)('is neither rendered nor named by %s', (kind, data) => {
    const html = htmlOf(kind, data)
    expect(html).not.toContain('lost.webp')
    expect(html).not.toContain('<img')
  })

  test('leaves a shop item with an icon', () => {
    const [item] = samplePage([]).leaders
    const items = new Map([['itm_cup', { ...item, image: lost }]])
    expect(htmlOf('SHOP_ITEM', { shopItemId: 'itm_cup' }, { items })).not.toContain('<img')
  })

  test('is not detected if its path is not that of an upload', () => {
    expect(htmlOf('IMAGE', { image: '/elsewhere/a.png' })).toContain('src="/elsewhere/a.png"')
  })
})

describe('a button', () => {
  const htmlOf = (data: object) => render([component('LINK', data as never)]).html

  test('without an address says so', () => {
    expect(htmlOf({ value: 'Soon' })).toContain('role="link" aria-disabled="true"')
    expect(htmlOf({ value: 'Now', href: 'https://a.example/' })).not.toContain('aria-disabled="true"')
  })

  test('with a background for its icon has the icon of its address on it, unless its icon is none', () => {
    const data = { value: 'x', href: 'https://www.instagram.com/ana', buttonIconBackground: '#ffffff' }
    expect(htmlOf(data)).toContain('<span class="button-icon"><svg')
    expect(htmlOf({ ...data, icon: 'none' })).not.toContain('<span class="button-icon">')
    expect(htmlOf({ ...data, buttonIconBackground: undefined })).not.toContain('<span class="button-icon">')
  })
})

describe('a CV', () => {
  const whenOf = (language: 'en' | 'id', experience: object) =>
    /class="when"[^>]*>(.*?)</.exec(
      renderMicrosite(
        samplePage([component('CV', { experiences: [{ name: '', position: 'Potter', ...experience }] })]),
        language,
      ).html,
    )?.[1]

  test.each([
    [{ startDate: '2021-03' }, 'Mar 2021 – present', 'Mar 2021 – sekarang'],
    [{ startDate: '2021' }, '2021 – present', '2021 – sekarang'],
    [{ startDate: '2021-03', endDate: '2021-05' }, 'Mar 2021 – May 2021', 'Mar 2021 – Mei 2021'],
    [{ startDate: 'Summer of 2019' }, 'Summer of 2019 – present', 'Summer of 2019 – sekarang'],
    [{ startDate: '2017–2019' }, '2017–2019', '2017–2019'],
    [{ startDate: '2017-2019' }, '2017-2019', '2017-2019'],
    [{ endDate: '2021-13' }, '2021-13', '2021-13'],
  ])('dates %p', (experience, english, indonesian) => {
    expect(whenOf('en', experience)).toBe(english)
    expect(whenOf('id', experience)).toBe(indonesian)
  })
})

test('a row of links is named after the networks of its icons, or else after its addresses', () => {
  const links = [
    { icon: 'gojek', url: 'https://gofood.link/a' },
    { icon: 'blog', url: 'https://www.a.example/' },
  ]
  const { html } = render([component('HORIZONTAL_LINK', { links, style: 'labels' })])
  expect([...html.matchAll(/<span>([^<]+)<\/span>/g)].map(([, name]) => name)).toEqual(['Gojek', 'a.example'])
})

test('a contact that is its own organization is named once', () => {
  const { html } = render([component('CONTACT', { name: 'Warung Sari', organization: ' warung sari' })])
  expect(html.match(/warung sari/gi)).toHaveLength(1)
})
