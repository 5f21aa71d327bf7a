// Icons of things (Lucide) and their names. packages/pages/make-icons.ts adds icons.

import shapes from './thing-shapes.json'

export interface Thing {
  /** Lucide's name for the icon. */
  lucideName: string
  /** Its other names, in lower case. */
  aliases: readonly string[]
  /** Its shapes, in a square of 24, to be stroked. */
  shapes: string
}

const thing = (lucideName: keyof typeof shapes, aliases?: string): Thing => ({
  lucideName,
  aliases: aliases?.split(' ') ?? [],
  shapes: shapes[lucideName],
})

export const things = {
  link: thing('link', 'url'),
  website: thing('globe', 'web site globe homepage www internet'),
  email: thing('mail', 'mail'),
  phone: thing('phone', 'tel call telephone'),
  message: thing('message-circle', 'chat sms'),
  location: thing('map-pin', 'map maps address place'),
  calendar: thing('calendar', 'event date'),
  shop: thing('shopping-bag', 'bag'),
  cart: thing('shopping-cart'),
  store: thing('store'),
  tag: thing('tag', 'price sale'),
  gift: thing('gift', 'wishlist'),
  coffee: thing('coffee', 'tip'),
  food: thing('utensils', 'menu restaurant'),
  ticket: thing('ticket', 'tickets'),
  music: thing('music', 'song'),
  headphones: thing('headphones', 'listen'),
  podcast: thing('podcast'),
  microphone: thing('mic'),
  video: thing('video', 'film'),
  play: thing('play', 'watch'),
  camera: thing('camera', 'photos photo'),
  image: thing('image', 'picture gallery'),
  blog: thing('pencil', 'write edit'),
  book: thing('book-open', 'read'),
  document: thing('file-text', 'pdf file'),
  news: thing('newspaper', 'newsletter article'),
  course: thing('graduation-cap', 'education school'),
  work: thing('briefcase', 'portfolio job business'),
  design: thing('palette', 'art'),
  code: thing('code'),
  download: thing('download'),
  donate: thing('hand-heart', 'support charity'),
  heart: thing('heart', 'love'),
  star: thing('star', 'favorite favourite'),
  home: thing('house'),
  person: thing('user', 'user about me'),
  people: thing('users', 'team community'),
  contact: thing('contact', 'vcard'),
  travel: thing('plane', 'trip flight'),
  fitness: thing('dumbbell', 'gym'),
  game: thing('gamepad-2', 'games gaming'),
  announcement: thing('megaphone', 'new'),
  bell: thing('bell', 'notify'),
  idea: thing('sparkles', 'sparkle magic'),
  fire: thing('flame', 'hot'),
  bolt: thing('zap', 'fast'),
  leaf: thing('leaf', 'nature'),
  rss: thing('rss', 'feed'),
  send: thing('send'),
  lock: thing('lock', 'private'),
  eye: thing('eye', 'reveal'),
  trophy: thing('trophy', 'award'),
  print: thing('printer'),
  clock: thing('clock', 'time'),
  arrow: thing('arrow-right'),
  external: thing('external-link'),
} satisfies Record<string, Thing>

export type ThingName = keyof typeof things
