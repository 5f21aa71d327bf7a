// A microsite with every kind of component, as pictures and browser tests show it, with drawings for its images.
import { type ComponentData, type ComponentKind, readComponentData } from '@linnet/contract'
import type { Lock, MicrositePage, ShownComponent, ShownImage, ShownItem } from '@linnet/pages'

const unlocked: Lock = { locked: false, key: null }

/** A component with an id of its own; its data is validated as by the API. */
export function component<Kind extends ComponentKind>(
  kind: Kind,
  data: ComponentData<Kind>,
  id = kind.toLowerCase(),
  lock: Lock = unlocked,
): ShownComponent {
  return { id: `cmp_${id}`, kind, data: readComponentData(kind, data), lock } as ShownComponent
}

const drawing = (width: number, height: number, [sky, hill, sun]: readonly [string, string, string]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${sky}"/><circle cx="${width * 0.68}" cy="${height * 0.36}" r="${height * 0.16}" fill="${sun}"/><path fill="${hill}" d="M0 ${height * 0.72} Q${width * 0.25} ${height * 0.42} ${width * 0.5} ${height * 0.68} T${width} ${height * 0.6} V${height} H0z"/><path fill="#0003" d="M0 ${height * 0.86} Q${width * 0.3} ${height * 0.66} ${width * 0.62} ${height * 0.84} T${width} ${height * 0.8} V${height} H0z"/></svg>`

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><rect width="400" height="400" fill="#f2b8a0"/><circle cx="200" cy="190" r="118" fill="#3b2430"/><path fill="#f7d9c4" d="M128 190a72 80 0 0 1 144 0v24a72 84 0 0 1-144 0z"/><path fill="#b32c43" d="M70 400c0-92 58-126 130-126s130 34 130 126z"/><path fill="#3b2430" d="M124 196c0-66 40-92 82-92 50 0 74 34 74 88-34 0-66-16-84-44-10 26-36 44-72 48z"/></svg>'

/** The images' paths and contents. */
export const drawings: ReadonlyMap<string, string> = new Map([
  ['/assets/portrait.svg', portrait],
  ['/assets/hills.svg', drawing(1200, 750, ['#f6d6c0', '#7d4f50', '#fff1d6'])],
  ['/assets/sea.svg', drawing(1200, 750, ['#b9dfe8', '#1f6f86', '#fff6d8'])],
  ['/assets/dusk.svg', drawing(1200, 750, ['#51355a', '#22162b', '#ffb27a'])],
  ['/assets/cup.svg', drawing(600, 600, ['#efe3d2', '#b5651d', '#ffffff'])],
  ['/assets/book.svg', drawing(600, 600, ['#d9e2d0', '#43632f', '#f5f7e8'])],
  ['/assets/print.svg', drawing(600, 600, ['#dcd3ef', '#5b3a8c', '#fdf3ff'])],
])

const sizes = new Map<string, ShownImage>(
  [...drawings].map(([path, svg]) => {
    const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number)
    return [path, { width, height, variants: [] }]
  }),
)

const item = (
  id: string,
  title: string,
  price: number | null,
  currency: string | null,
  image: string | null,
): ShownItem => ({ id: `itm_${id}`, title, price, currency, image, href: `https://shop.example/${id}` })

const items = [
  item('cup', 'Stoneware cup, hand-thrown', 185_000, 'IDR', '/assets/cup.svg'),
  item('book', 'Field notes: a year of walking', 24.5, 'EUR', '/assets/book.svg'),
  item('print', 'Print “Evening over Bromo”', 450_000, 'IDR', '/assets/print.svg'),
  item('sticker', 'Sticker sheet', 0, null, null),
]

/** A page with these components; `fields` replace the sample's own. */
export function samplePage(
  components: readonly ShownComponent[],
  fields: Partial<MicrositePage> = {},
): MicrositePage {
  return {
    url: 'https://lin.example/ana',
    slug: 'ana',
    title: 'Ana Prasetya',
    description: 'Potter and walker in Yogyakarta. What I make, and where to find it.',
    kind: 'portfolio',
    theme: 'default',
    previewImage: 'https://lin.example/ana/preview.png',
    components,
    images: sizes,
    items: new Map(items.map((one) => [one.id, one])),
    leaders: items,
    ...fields,
  }
}

const profile = component('PROFILE', {
  title: 'Ana Prasetya',
  description: 'Potter and walker in Yogyakarta.\nWhat I make, and where to find it.',
  image: '/assets/portrait.svg',
})
const row = component('HORIZONTAL_LINK', {
  links: [
    { icon: 'instagram', url: 'https://www.instagram.com/ana' },
    { icon: 'youtube', url: 'https://youtube.com/@ana' },
    { icon: 'whatsapp', url: 'https://wa.me/62812000000' },
    { icon: 'mastodon', url: 'https://mastodon.social/@ana' },
    { icon: 'email', url: 'mailto:ana@lin.example' },
  ],
})

/** A typical page, for the pictures of themes. */
export const usual: readonly ShownComponent[] = [
  profile,
  row,
  component('LINK', { value: 'My shop', href: 'https://shop.example/', icon: 'shop' }, 'shop'),
  component(
    'LINK',
    { value: 'New film: one kiln, four seasons', href: 'https://youtube.com/watch?v=x', icon: 'youtube' },
    'film',
  ),
  component(
    'LINK',
    { value: 'Workshops in March', href: 'https://ana.example/workshops', icon: 'calendar' },
    'workshops',
  ),
  component('TEXT', {
    content: 'Open studio every Saturday from ten to four. Come by for tea.',
    textPosition: 'center',
  }),
  component('SHOP_ITEM', { shopItemId: 'itm_cup' }, 'item'),
]

const shut = { locked: true, canOpen: true, wrong: true, retryAfter: null } as const

/** Components as they are returned individually: locked, locked with a wait before the next try, and open. */
export const componentsAlone: readonly ShownComponent[] = [
  component('LINK', { passwordMessage: 'For friends' }, 'link', shut),
  component('TEXT', {}, 'text', { ...shut, wrong: false, retryAfter: 42 }),
  component('CV', { fullName: 'Ana', skills: ['Throwing'] }, 'cv', { locked: false, key: 'k' }),
]

const effects = [
  'lift',
  'glow',
  'shine',
  'outline',
  'fill',
  'soft',
  'raised',
  'glass',
  'underline',
  'pulse',
] as const

/** Each kind in several variants, with a name for the picture. */
export const kindsInLooks: Readonly<Record<string, readonly ShownComponent[]>> = {
  profile: [profile, component('DIVIDER', {})],
  'profile-plain': [component('PROFILE', { title: 'Ana' })],
  'text-colours': [
    component('PROFILE', { title: 'Ana', titleColor: '#e03131' }),
    component('TEXT', { content: 'In colour', textColor: '#2f9e44' }),
  ],
  'link-effects': effects.map((buttonEffect) =>
    component(
      'LINK',
      { value: `Effect ${buttonEffect}`, href: 'https://a.example/', icon: 'star', buttonEffect },
      buttonEffect,
    ),
  ),
  'link-colours': [
    component(
      'LINK',
      {
        value: 'Own colours',
        href: 'https://a.example/',
        icon: 'instagram',
        buttonColor: '#ffd43b',
        buttonBorderColor: '#c92a2a',
        buttonIconBackground: '#c92a2a',
        buttonShadowColor: '#c92a2a',
      },
      'own',
    ),
    component(
      'LINK',
      {
        value: 'Half let through',
        href: 'https://a.example/',
        icon: 'tiktok',
        buttonColor: '#1971c280',
        buttonIconBackground: '#00000055',
      },
      'half',
    ),
    component(
      'LINK',
      {
        value: 'A picture as its icon',
        href: 'https://a.example/',
        icon: '/assets/portrait.svg',
        textPosition: 'left',
      },
      'picture',
    ),
    component(
      'LINK',
      {
        value: 'To the right, in a serif',
        href: 'https://a.example/',
        icon: 'book',
        textPosition: 'right',
        textFont: 'serif',
      },
      'right',
    ),
    component(
      'LINK',
      { value: 'Handwritten', href: 'https://a.example/', textFont: 'Caveat', icon: '✍️' },
      'hand',
    ),
    component('LINK', { value: 'POSTER LETTERS', href: 'https://a.example/', textFont: 'display' }, 'poster'),
    component(
      'LINK',
      { value: 'mono', href: 'https://github.com/ana', textFont: 'mono', icon: 'unknown word' },
      'mono',
    ),
    component('LINK', { href: 'https://github.com/ana' }, 'nameless'),
    component('LINK', { value: 'Not yet anywhere', icon: 'gift', buttonEffect: 'pulse' }, 'nowhere'),
    component(
      'LINK',
      {
        value:
          'A label that is so long that it needs several lines on a phone, and still looks like a button',
        href: 'mailto:a@a.example',
        icon: 'email',
      },
      'long',
    ),
    component('LINK', { value: 'رابط إلى المتجر', href: 'https://a.example/', icon: 'shop' }, 'rtl'),
  ],
  'link-locked': [
    component(
      'LINK',
      { passwordMessage: 'For members: the word from the newsletter.', icon: 'gift' },
      'locked',
      { locked: true, canOpen: true, wrong: false, retryAfter: null },
    ),
    component('LINK', { passwordMessage: 'For members.' }, 'wrong', {
      locked: true,
      canOpen: true,
      wrong: true,
      retryAfter: null,
    }),
    component('TEXT', { passwordMessage: 'My address, for guests.' }, 'text', {
      locked: true,
      canOpen: true,
      wrong: false,
      retryAfter: null,
    }),
    component('LINK', {}, 'nameless', { locked: true, canOpen: true, wrong: false, retryAfter: null }),
    component('TEXT', { passwordMessage: 'The address of the party' }, 'shut', {
      locked: true,
      canOpen: false,
      wrong: false,
      retryAfter: null,
    }),
    component('IMAGE', {}, 'wait', { locked: true, canOpen: true, wrong: false, retryAfter: 42 }),
  ],
  'horizontal-link': (['plain', 'circle', 'square', 'outline', 'labels'] as const).map((style) =>
    component('HORIZONTAL_LINK', { ...(row.data as ComponentData<'HORIZONTAL_LINK'>), style }, style),
  ),
  text: [
    component(
      'TEXT',
      {
        content:
          'A paragraph of text as people write it.\n\nAnd a second one, in which the line is long enough to break on a phone.',
      },
      'plain',
    ),
    component(
      'TEXT',
      {
        content:
          'Opening hours\n\nMon–Fri\t11:00–22:00\nSat, Sun\t09:00–23:00\n\nMore at https://example.com/today, hello@example.com or +62 811 2345 678.',
      },
      'hours',
    ),
    component('TEXT', { content: 'In the middle', textPosition: 'center' }, 'centre'),
    component('TEXT', { content: 'مرحبا بكم في صفحتي. هنا تجدون أعمالي.' }, 'rtl'),
  ],
  spoiler: [
    component('TEXT', { content: 'Behind it', isSpoiler: true }, 'a'),
    component(
      'TEXT',
      {
        content: 'Behind it',
        isSpoiler: true,
        spoilerButtonText: 'Who is the murderer?',
        spoilerBackground: 'stripes',
        spoilerButtonIcon: 'sparkles',
        spoilerButtonColor: '#862e9c',
        spoilerButtonFont: 'elegant',
        spoilerButtonIconBackground: '#ffffff',
        spoilerButtonBorderColor: '#f783ac',
        spoilerButtonShadowColor: '#862e9c',
      },
      'b',
    ),
    component(
      'IMAGE',
      {
        image: '/assets/hills.svg',
        isSpoiler: true,
        spoilerBackground: 'dots',
        spoilerBackgroundOpacity: '80%',
        spoilerButtonTextPosition: 'left',
      },
      'c',
    ),
    component(
      'TEXT',
      {
        content: 'Behind it',
        isSpoiler: true,
        spoilerBackground: 'solid',
        spoilerBackgroundOpacity: '0.4',
        spoilerButtonTextPosition: 'bottom',
      },
      'd',
    ),
    component(
      'TEXT',
      {
        content: 'Behind it',
        isSpoiler: true,
        spoilerBackground: 'gradient',
        spoilerButtonTextPosition: 'right',
        spoilerButtonIcon: 'none',
      },
      'e',
    ),
  ],
  image: [
    component(
      'IMAGE',
      { image: '/assets/hills.svg', content: 'The path above Kaliurang, early in the morning' },
      'a',
    ),
    component('IMAGE', { image: '/assets/sea.svg', content: 'Linked', href: 'https://a.example/' }, 'b'),
    component('IMAGE', { image: '/assets/dusk.svg' }, 'c'),
  ],
  divider: [
    ...(['solid', 'dashed', 'dotted', 'double', 'space'] as const).map((style) =>
      component('DIVIDER', { style }, style),
    ),
    component('DIVIDER', { style: 'dashed', color: '#e8590c', width: 40 }, 'own'),
  ],
  'shop-listing': [
    component('SHOP_LISTING', { title: 'From the studio', shopItemIds: items.map(({ id }) => id) }, 'grid'),
    component('SHOP_LISTING', { shopItemIds: items.map(({ id }) => id), style: 'list' }, 'list'),
  ],
  'shop-item': (['wide', 'featured', 'compact'] as const).map((style) =>
    component('SHOP_ITEM', { shopItemId: 'itm_book', style }, style),
  ),
  'shop-leaderboard': [
    component('SHOP_LEADERBOARD', {}, 'list'),
    component('SHOP_LEADERBOARD', { title: 'Loved by everyone', limit: 4, style: 'grid' }, 'grid'),
  ],
}
