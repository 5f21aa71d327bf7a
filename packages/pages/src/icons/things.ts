// Drawings of things (Lucide), and the words that mean them.

import arrowRight from 'lucide-static/icons/arrow-right.svg' with { type: 'text' }
import bell from 'lucide-static/icons/bell.svg' with { type: 'text' }
import bookOpen from 'lucide-static/icons/book-open.svg' with { type: 'text' }
import briefcase from 'lucide-static/icons/briefcase.svg' with { type: 'text' }
import calendar from 'lucide-static/icons/calendar.svg' with { type: 'text' }
import camera from 'lucide-static/icons/camera.svg' with { type: 'text' }
import clock from 'lucide-static/icons/clock.svg' with { type: 'text' }
import code from 'lucide-static/icons/code.svg' with { type: 'text' }
import coffee from 'lucide-static/icons/coffee.svg' with { type: 'text' }
import contact from 'lucide-static/icons/contact.svg' with { type: 'text' }
import download from 'lucide-static/icons/download.svg' with { type: 'text' }
import dumbbell from 'lucide-static/icons/dumbbell.svg' with { type: 'text' }
import externalLink from 'lucide-static/icons/external-link.svg' with { type: 'text' }
import eye from 'lucide-static/icons/eye.svg' with { type: 'text' }
import fileText from 'lucide-static/icons/file-text.svg' with { type: 'text' }
import flame from 'lucide-static/icons/flame.svg' with { type: 'text' }
import gamepad2 from 'lucide-static/icons/gamepad-2.svg' with { type: 'text' }
import gift from 'lucide-static/icons/gift.svg' with { type: 'text' }
import globe from 'lucide-static/icons/globe.svg' with { type: 'text' }
import graduationCap from 'lucide-static/icons/graduation-cap.svg' with { type: 'text' }
import handHeart from 'lucide-static/icons/hand-heart.svg' with { type: 'text' }
import headphones from 'lucide-static/icons/headphones.svg' with { type: 'text' }
import heart from 'lucide-static/icons/heart.svg' with { type: 'text' }
import house from 'lucide-static/icons/house.svg' with { type: 'text' }
import image from 'lucide-static/icons/image.svg' with { type: 'text' }
import leaf from 'lucide-static/icons/leaf.svg' with { type: 'text' }
import link from 'lucide-static/icons/link.svg' with { type: 'text' }
import lock from 'lucide-static/icons/lock.svg' with { type: 'text' }
import mail from 'lucide-static/icons/mail.svg' with { type: 'text' }
import mapPin from 'lucide-static/icons/map-pin.svg' with { type: 'text' }
import megaphone from 'lucide-static/icons/megaphone.svg' with { type: 'text' }
import messageCircle from 'lucide-static/icons/message-circle.svg' with { type: 'text' }
import mic from 'lucide-static/icons/mic.svg' with { type: 'text' }
import music from 'lucide-static/icons/music.svg' with { type: 'text' }
import newspaper from 'lucide-static/icons/newspaper.svg' with { type: 'text' }
import palette from 'lucide-static/icons/palette.svg' with { type: 'text' }
import pencil from 'lucide-static/icons/pencil.svg' with { type: 'text' }
import phone from 'lucide-static/icons/phone.svg' with { type: 'text' }
import plane from 'lucide-static/icons/plane.svg' with { type: 'text' }
import play from 'lucide-static/icons/play.svg' with { type: 'text' }
import podcast from 'lucide-static/icons/podcast.svg' with { type: 'text' }
import printer from 'lucide-static/icons/printer.svg' with { type: 'text' }
import rss from 'lucide-static/icons/rss.svg' with { type: 'text' }
import send from 'lucide-static/icons/send.svg' with { type: 'text' }
import shoppingBag from 'lucide-static/icons/shopping-bag.svg' with { type: 'text' }
import shoppingCart from 'lucide-static/icons/shopping-cart.svg' with { type: 'text' }
import sparkles from 'lucide-static/icons/sparkles.svg' with { type: 'text' }
import star from 'lucide-static/icons/star.svg' with { type: 'text' }
import store from 'lucide-static/icons/store.svg' with { type: 'text' }
import tag from 'lucide-static/icons/tag.svg' with { type: 'text' }
import ticket from 'lucide-static/icons/ticket.svg' with { type: 'text' }
import trophy from 'lucide-static/icons/trophy.svg' with { type: 'text' }
import user from 'lucide-static/icons/user.svg' with { type: 'text' }
import users from 'lucide-static/icons/users.svg' with { type: 'text' }
import utensils from 'lucide-static/icons/utensils.svg' with { type: 'text' }
import video from 'lucide-static/icons/video.svg' with { type: 'text' }
import zap from 'lucide-static/icons/zap.svg' with { type: 'text' }

export interface Thing {
  /** What else means it, in small letters. */
  aliases: readonly string[]
  /** The shapes of its drawing, in a square of 24, to be stroked. */
  shapes: string
}

const thing = (svg: string, aliases = ''): Thing => ({
  aliases: aliases.split(' '),
  shapes: svg
    .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    .replace(/\s+/g, ' ')
    .replaceAll(' />', '/>')
    .replaceAll('> <', '><')
    .trim(),
})

export const things = {
  link: thing(link, 'url'),
  website: thing(globe, 'web site globe homepage www internet'),
  email: thing(mail, 'mail'),
  phone: thing(phone, 'tel call telephone'),
  message: thing(messageCircle, 'chat sms'),
  location: thing(mapPin, 'map maps address place'),
  calendar: thing(calendar, 'event date'),
  shop: thing(shoppingBag, 'bag'),
  cart: thing(shoppingCart),
  store: thing(store),
  tag: thing(tag, 'price sale'),
  gift: thing(gift, 'wishlist'),
  coffee: thing(coffee, 'tip'),
  food: thing(utensils, 'menu restaurant'),
  ticket: thing(ticket, 'tickets'),
  music: thing(music, 'song'),
  headphones: thing(headphones, 'listen'),
  podcast: thing(podcast),
  microphone: thing(mic),
  video: thing(video, 'film'),
  play: thing(play, 'watch'),
  camera: thing(camera, 'photos photo'),
  image: thing(image, 'picture gallery'),
  blog: thing(pencil, 'write edit'),
  book: thing(bookOpen, 'read'),
  document: thing(fileText, 'pdf file'),
  news: thing(newspaper, 'newsletter article'),
  course: thing(graduationCap, 'education school'),
  work: thing(briefcase, 'portfolio job business'),
  design: thing(palette, 'art'),
  code: thing(code),
  download: thing(download),
  donate: thing(handHeart, 'support charity'),
  heart: thing(heart, 'love'),
  star: thing(star, 'favorite favourite'),
  home: thing(house),
  person: thing(user, 'user about me'),
  people: thing(users, 'team community'),
  contact: thing(contact, 'vcard'),
  travel: thing(plane, 'trip flight'),
  fitness: thing(dumbbell, 'gym'),
  game: thing(gamepad2, 'games gaming'),
  announcement: thing(megaphone, 'new'),
  bell: thing(bell, 'notify'),
  idea: thing(sparkles, 'sparkle magic'),
  fire: thing(flame, 'hot'),
  bolt: thing(zap, 'fast'),
  leaf: thing(leaf, 'nature'),
  rss: thing(rss, 'feed'),
  send: thing(send),
  lock: thing(lock, 'private'),
  eye: thing(eye, 'reveal'),
  trophy: thing(trophy, 'award'),
  print: thing(printer),
  clock: thing(clock, 'time'),
  arrow: thing(arrowRight),
  external: thing(externalLink),
} as const satisfies Record<string, Thing>

export type ThingName = keyof typeof things
