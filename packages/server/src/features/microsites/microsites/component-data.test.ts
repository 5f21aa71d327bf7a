// The data of each kind of component: every field of every kind, stored as sent or refused with its path.
import { beforeAll, describe, expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import { type Account, type Instance, onEachEngine, onOneEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

type Data = Record<string, unknown>

const long = 'x'.repeat(10_000)
const buttons = {
  icon: 'i'.repeat(255),
  textFont: 'an unknown font',
  textPosition: 'left',
  buttonEffect: 'wobble',
  buttonColor: '#FfF',
  buttonBorderColor: '#00000080',
  buttonIconBackground: '#abc',
  buttonShadowColor: '#a1b2c3',
}
const spoiler = {
  isSpoiler: true,
  spoilerButtonText: 't'.repeat(140),
  spoilerButtonTextPosition: 'center',
  spoilerButtonIcon: long,
  spoilerButtonColor: '#000',
  spoilerButtonFont: 'f'.repeat(100),
  spoilerBackground: 'url(javascript:alert(1))',
  spoilerBackgroundOpacity: '0.5',
  spoilerButtonBorderColor: '#000',
  spoilerButtonIconBackground: '#000',
  spoilerButtonShadowColor: '#000',
}
const lock = { passwordActive: false, passwordMessage: 'm'.repeat(255) }
const station = { name: 'n', description: '', location: 'l', startDate: 'once', endDate: '' }

/** Every field of each kind, except the one that all kinds have. */
const own: Record<string, Data> = {
  PROFILE: { title: long, description: '', image: '/assets/a-b_c.d.webp', titleColor: '#b32c43' },
  LINK: { value: 'Shop', href: 'HTTPS://example.com/ä?b=c#d', ...buttons, ...lock },
  HORIZONTAL_LINK: {
    style: 'round',
    links: [{ icon: 'github', url: 'mailto:ana@example.com?subject=a%20b' }, { url: 'tel:+62-21-1' }, {}],
  },
  TEXT: { content: 'a\r\n\tb', textColor: '#123', textPosition: 'anywhere', ...spoiler, ...lock },
  IMAGE: { image: 'a.svg', content: 'It', href: 'http://[::1]:80/', ...spoiler, ...lock },
  MEDIA: { url: 'https://youtu.be/x', autoPlay: true, ...spoiler, ...lock },
  DIVIDER: { style: 'dotted', color: '#fff', width: 33.3 },
  COUNTDOWN: { timestamp: 0, textFont: '' },
  MAPS: { name: 'Home', address: 'Jl. 1', lat: -90, lng: 179.999999, useLatLng: false, ...spoiler, ...lock },
  IMAGE_SLIDE: {
    slides: [
      { image: '/assets/a.png', href: 'https://example.com/', caption: 'c'.repeat(140) },
      { image: 'b.BMP.bmp' },
    ],
    autoPlay: false,
    interval: 2.5,
    ...spoiler,
    ...lock,
  },
  CV: {
    fullName: 'Ana',
    email: 'not judged',
    phone: '1',
    summary: long,
    experiences: [
      { ...station, position: 'p' },
      { name: '', position: '' },
    ],
    educations: [{ ...station, degree: 'd', major: 'm' }, {}],
    skills: ['words', { name: 'deeds', level: 'expert' }, { name: 'more', level: 4.5 }, {}],
    ...lock,
  },
  AUTOPLAY_MUSIC: { url: 'https://example.com/a.mp3', title: 'Song', loop: true },
  CONTACT: {
    value: 'Save me',
    name: 'Ana',
    phone: '+62',
    email: 'ana@example.com',
    website: 'https://example.com',
    address: 'a\nb',
    organization: 'Linnet',
    ...buttons,
    ...lock,
  },
  CALENDAR: {
    title: 'Party',
    startDate: '2026-02-28T23:59:59.123+07:00',
    endDate: '2028-02-29T00:00',
    timezone: 'Asia/Jakarta',
    ...buttons,
  },
  SHOP_LISTING: { title: 'All', shopItemIds: ['itm_1', 'unknown'], style: 'list' },
  SHOP_ITEM: { shopItemId: 'itm_1', style: 'big' },
  SHOP_LEADERBOARD: { title: 'Best', limit: 20, style: '', ...spoiler, ...lock },
}

const whole: Record<string, Data> = Object.fromEntries(
  Object.entries(own).map(([kind, data]) => [kind, { ...data, imageBackground: '/assets/behind.webp' }]),
)

const badColours = ['red', '#ff', '#12345', '#ggg', 'fff', '#fff;', '#fff}', ' #fff', '#1234567', 7, null]
const badPaths = [
  'https://example.com/a.png',
  'http:/a.png',
  '//example.com/a.png',
  '/a//b.png',
  '../a.png',
  '/assets/..png',
  'a.exe',
  'a.png?x',
  'a.PNG',
  'a.png ',
  'a b.png',
  'data:image/png',
  'é.png',
  '.png',
  '',
  null,
]
const badLinks = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' https://example.com/',
  'https://example.com/\n',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com/',
  'example.com',
  '/relative',
  'https://',
  'https:///x',
  'https://a@b.example/',
  'mailto:',
  'tel:',
  'mailto:a b',
  'mailto:"><script>',
  'http://a b/',
  '',
  `https://example.com/${'x'.repeat(10_000)}`,
  5,
]
const badMoments = [
  '2026-02-30T10:00',
  '2026-02-28',
  '2026-02-28T24:00',
  '2026-02-28T10:60',
  '2026-13-01T10:00',
  'tomorrow',
  '28.02.2026 10:00',
  '2026-02-28 10:00',
  '2026-02-28T10:00+25:00',
  '2026-02-28T10:00Z; x',
  '',
  1_790_000_000,
]

/** Values that a field of a kind refuses, at this path. */
const refused: [kind: string, path: string, make: (value: unknown) => Data, values: readonly unknown[]][] = [
  ['PROFILE', 'titleColor', (titleColor) => ({ titleColor }), badColours],
  ['PROFILE', 'image', (image) => ({ image }), badPaths],
  ['PROFILE', 'title', (title) => ({ title }), [`${long}x`, 1, null, [], {}, 'a\0b', '\ud800']],
  ['LINK', 'href', (href) => ({ href }), badLinks],
  ['LINK', 'icon', (icon) => ({ icon }), ['i'.repeat(256), 1]],
  ['LINK', 'textFont', (textFont) => ({ textFont }), ['f'.repeat(101)]],
  ['LINK', 'buttonColor', (buttonColor) => ({ buttonColor }), badColours],
  [
    'LINK',
    'buttonShadowColor',
    (buttonShadowColor) => ({ buttonShadowColor }),
    ['url(x)', `#${'0'.repeat(20)}`],
  ],
  ['LINK', 'password', (password) => ({ password }), ['p'.repeat(256), 1, null, 'a\0']],
  ['LINK', 'passwordActive', (passwordActive) => ({ passwordActive }), ['true', 1, null]],
  ['LINK', 'passwordMessage', (passwordMessage) => ({ passwordMessage }), ['m'.repeat(256)]],
  ['HORIZONTAL_LINK', 'links.1.url', (url) => ({ links: [{}, { url }] }), badLinks],
  ['HORIZONTAL_LINK', 'links', (links) => ({ links }), ['x', {}, Array(51).fill({})]],
  ['HORIZONTAL_LINK', 'links.0', (link) => ({ links: [link] }), ['https://example.com/', null]],
  ['TEXT', 'textColor', (textColor) => ({ textColor }), badColours],
  ['TEXT', 'isSpoiler', (isSpoiler) => ({ isSpoiler }), ['yes', 0]],
  ['TEXT', 'spoilerButtonText', (text) => ({ spoilerButtonText: text }), ['t'.repeat(141)]],
  ['IMAGE', 'image', (image) => ({ image }), badPaths],
  ['IMAGE', 'href', (href) => ({ href }), badLinks],
  ['MEDIA', 'url', (url) => ({ url }), [...badLinks, 'mailto:a@b.example', 'tel:1']],
  ['MEDIA', 'autoPlay', (autoPlay) => ({ autoPlay }), ['true']],
  ['DIVIDER', 'width', (width) => ({ width }), [0, 101, '50', null]],
  ['DIVIDER', 'color', (color) => ({ color }), badColours],
  ['COUNTDOWN', 'timestamp', (timestamp) => ({ timestamp }), [-1, 1.5, 253_402_300_800, '1', null]],
  ['MAPS', 'lat', (lat) => ({ lat }), [-90.01, 90.01, '0', null]],
  ['MAPS', 'lng', (lng) => ({ lng }), [-180.01, 181, '0']],
  ['IMAGE_SLIDE', 'slides.0.image', (image) => ({ slides: [{ image }] }), [...badPaths, undefined]],
  ['IMAGE_SLIDE', 'slides.0.href', (href) => ({ slides: [{ image: 'a.png', href }] }), badLinks],
  ['IMAGE_SLIDE', 'slides', (slides) => ({ slides }), [[], Array(21).fill({ image: 'a.png' }), 'x']],
  ['IMAGE_SLIDE', 'interval', (interval) => ({ interval }), [1.9, 61]],
  [
    'CV',
    'experiences',
    (experiences) => ({ experiences }),
    [Array(101).fill({ name: 'a', position: 'b' }), {}],
  ],
  [
    'CV',
    'experiences.0.name',
    (name) => ({ experiences: [{ name, position: 'p' }] }),
    [undefined, null, 1, `${long}x`],
  ],
  [
    'CV',
    'experiences.0.position',
    (position) => ({ experiences: [{ name: 'n', position }] }),
    [undefined, null, 1, `${long}x`],
  ],
  ['CV', 'educations.0.major', (major) => ({ educations: [{ major }] }), [1, null, `${long}x`]],
  ['CV', 'skills.0', (skill) => ({ skills: [skill] }), [1, null]],
  ['CV', 'skills.0.level', (level) => ({ skills: [{ name: 'a', level }] }), [true, null, {}, `${long}x`]],
  ['AUTOPLAY_MUSIC', 'url', (url) => ({ url }), [...badLinks, 'mailto:a@b.example']],
  ['AUTOPLAY_MUSIC', 'title', (title) => ({ title }), ['t'.repeat(141)]],
  ['CONTACT', 'website', (website) => ({ website }), [...badLinks, 'tel:1']],
  ['CALENDAR', 'startDate', (startDate) => ({ startDate }), badMoments],
  ['CALENDAR', 'endDate', (endDate) => ({ endDate }), badMoments],
  ['CALENDAR', 'timezone', (timezone) => ({ timezone }), ['Mars/Olympus', '', '+07:00', 'x'.repeat(101), 7]],
  ['SHOP_LISTING', 'shopItemIds', (shopItemIds) => ({ shopItemIds }), [[], Array(51).fill('a'), 'a']],
  ['SHOP_LISTING', 'shopItemIds.0', (id) => ({ shopItemIds: [id] }), ['x'.repeat(101), 1]],
  ['SHOP_ITEM', 'shopItemId', (shopItemId) => ({ shopItemId }), ['x'.repeat(101), 1]],
  ['SHOP_LEADERBOARD', 'limit', (limit) => ({ limit }), [0, 21, 1.5, '5']],
]

for (const kind of componentKinds)
  refused.push([kind, 'imageBackground', (imageBackground) => ({ imageBackground }), badPaths])

/** An account's page, shared by the tests of a group. */
function page(instance: Instance) {
  const site = {} as { account: Account; slug: string; components: ReturnType<typeof componentsOf> }
  beforeAll(async () => {
    site.account = await instance.account()
    site.slug = (await microsite(site.account)).slug
    site.components = componentsOf(site.account, site.slug)
  })
  return site
}

onEachEngine('the data of components', (instance) => {
  const site = page(instance)

  describe.each(componentKinds)('%s', (kind) => {
    const locks = 'passwordMessage' in (whole[kind] ?? {})
    const answered = (data: Data) => (locks ? { ...data, hasPassword: false } : data)

    test('accepts {}, and stores every field as it was sent', async () => {
      const empty = await site.components.add(kind, {})
      expect(empty).toStrictEqual({
        id: expect.stringMatching(/^cmp_[0-9a-z]{26}$/),
        kind,
        data: answered({}),
        tag: null,
        active: true,
        created_at: expect.any(Number),
        updated_at: empty.created_at,
      })
      const changed = await site.components.update(empty.id, kind, whole[kind])
      const { updated_at } = changed.body.data
      expect(changed.body.data).toStrictEqual({ ...empty, updated_at, data: answered(whole[kind] as Data) })
      expect((await site.components.all()).at(-1)).toStrictEqual(changed.body.data)
      await site.components.remove(empty.id)
    })

    test('drops unknown fields, and accepts no password when it is created', async () => {
      const sent = JSON.parse(
        `{"nothing": 1, "hasPassword": true, "password": ${locks ? '"secret"' : 'null'},
          "__proto__": {"title": "x"}, "constructor": 1}`,
      )
      const made = await site.components.add(kind, { ...whole[kind], ...sent })
      expect(made.data).toStrictEqual(answered(whole[kind] as Data))
      await site.components.remove(made.id)
    })
  })
})

// It is validated before anything reaches the database.
onOneEngine('validation of component data', (instance) => {
  const site = page(instance)
  let target: string
  beforeAll(async () => {
    target = (await site.components.add('DIVIDER')).id
  })

  test('covers exactly the kinds in this file', async () => {
    expect(Object.keys(whole)).toStrictEqual([...componentKinds])
    for (const kind of ['link', 'NOTHING', '', '__proto__', 'toString', null, 1])
      expect(outcome(await site.components.create(kind as string))).toStrictEqual([
        422,
        'validation_failed',
        'kind',
      ])
  })

  test.each(refused)(
    '%s refuses, at data.%s, with 422 and changes nothing',
    async (kind, path, make, values) => {
      const before = await site.components.all()
      for (const value of values) {
        const refusal = [422, 'validation_failed', `data.${path}`]
        const what = JSON.stringify(value)?.slice(0, 60)
        expect([what, ...outcome(await site.components.create(kind, make(value)))]).toStrictEqual([
          what,
          ...refusal,
        ])
      }
      const changed = await site.components.update(target, kind, make(values[0]))
      expect(outcome(changed)).toStrictEqual([422, 'validation_failed', `data.${path}`])
      expect(await site.components.all()).toStrictEqual(before)
    },
  )

  test('names every invalid field', async () => {
    const { body } = await site.components.create('LINK', { href: 'x', buttonColor: 'red', value: 1 })
    expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual([
      'data.buttonColor',
      'data.href',
      'data.value',
    ])
  })

  test.each([['x'], [[]], [null], [1]])("data that isn't an object is 422: %p", async (data) => {
    expect(outcome(await site.components.create('TEXT', data))).toStrictEqual([
      422,
      'validation_failed',
      'data',
    ])
  })

  test('an update without active, kind or data is 422 that names it', async () => {
    const all = { active: true, kind: 'TEXT', data: {} }
    for (const name of ['active', 'kind', 'data']) {
      const body = { ...all, [name]: undefined }
      const answer = await site.account.call(`PUT /microsites/${site.slug}/components/${target}`, { body })
      expect(outcome(answer)).toStrictEqual([422, 'validation_failed', name])
    }
  })
})
