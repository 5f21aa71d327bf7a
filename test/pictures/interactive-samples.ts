// The kinds that visitors interact with, each in several variants, for pictures and browser tests.
import type { ShownComponent } from '@linnet/pages'
import { component } from './sample-microsite.ts'

const locked = { locked: true, canOpen: true, wrong: false, retryAfter: null } as const
const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

export const cvData = {
  fullName: 'Ana Prasetya',
  email: 'ana@lin.example',
  phone: '+62 812 3456 789',
  summary: 'I make pots, and write about walking.\nTwelve years at the wheel, four of them in Tokoname.',
  experiences: [
    {
      name: 'Studio Ana',
      position: 'Potter',
      startDate: '2021-03',
      location: 'Yogyakarta',
      description: 'Tableware for three restaurants, and a class every Saturday.',
    },
    { name: 'Kiln & Co', position: 'Apprentice', startDate: '2017-09', endDate: '2021-02-28' },
  ],
  educations: [
    { name: 'Institut Teknologi Bandung', degree: 'BA Craft', startDate: '2013', endDate: '2017' },
  ],
  skills: ['Throwing', { name: 'Glazing' }, 'Teaching', 'Bahasa Indonesia, English, 日本語'],
}

export const interactiveKinds: Readonly<Record<string, readonly ShownComponent[]>> = {
  media: [
    component('MEDIA', { url: film, autoPlay: true }, 'film'),
    component('MEDIA', { url: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' }, 'song'),
    component('MEDIA', { url: 'https://open.spotify.com/album/4uLU6hMCjMI75M1A2tKUQC' }, 'album'),
    component('MEDIA', { url: 'https://files.example/kiln.mp4' }, 'file'),
    component('MEDIA', { url: 'https://files.example/Morning%20rain.mp3' }, 'sound'),
    component('MEDIA', { url: 'https://elsewhere.example/a-page/about-something-long.html' }, 'page'),
  ],
  'media-more': [
    component('MEDIA', { url: 'https://youtube.com/shorts/dQw4w9WgXcQ' }, 'short'),
    component('MEDIA', { url: film, isSpoiler: true, spoilerButtonText: 'The film' }, 'hidden'),
    component('MEDIA', { passwordMessage: 'For friends' }, 'locked', locked),
  ],
  countdown: [
    component('COUNTDOWN', { timestamp: 1_830_000_000 }, 'soon'),
    component('COUNTDOWN', { timestamp: 1_830_000_000, textFont: 'display' }, 'font'),
    component('COUNTDOWN', { timestamp: 1_000_000_000 }, 'past'),
    component('COUNTDOWN', { timestamp: 253_402_300_799 }, 'far'),
  ],
  maps: [
    component(
      'MAPS',
      {
        name: 'Studio Ana',
        address: 'Jl. Malioboro 1\nYogyakarta',
        lat: -7.79272,
        lng: 110.36584,
        useLatLng: true,
      },
      'point',
    ),
    component('MAPS', { address: 'Jl. Malioboro 1, Yogyakarta' }, 'words'),
    component('MAPS', { lat: 0, lng: 0 }, 'bare'),
    component('MAPS', { name: 'استوديو آنا', address: 'شارع ماليوبورو' }, 'rtl'),
  ],
  'image-slide': [
    component(
      'IMAGE_SLIDE',
      {
        slides: [
          {
            image: '/assets/hills.svg',
            caption: 'The path above Kaliurang, early in the morning',
            href: 'https://a.example/',
          },
          { image: '/assets/sea.svg' },
          { image: '/assets/dusk.svg', caption: 'Dusk' },
        ],
        autoPlay: true,
        interval: 3,
      },
      'three',
    ),
    component('IMAGE_SLIDE', { slides: [{ image: '/assets/cup.svg', caption: 'One alone' }] }, 'one'),
    component(
      'IMAGE_SLIDE',
      { slides: ['portrait', 'sea'].map((name) => ({ image: `/assets/${name}.svg`, caption: name })) },
      'upright',
    ),
  ],
  cv: [component('CV', cvData)],
  'cv-rtl': [component('CV', { fullName: 'آنا براستيا', summary: 'أصنع الفخار.', skills: ['الخزف'] })],
  music: [
    component('TEXT', { content: 'Music plays below.' }),
    component('AUTOPLAY_MUSIC', {
      url: 'https://files.example/rain.mp3',
      title: 'Rain on a tin roof, the long version',
      loop: true,
    }),
  ],
  contact: [
    component(
      'CONTACT',
      {
        name: 'Ana Prasetya',
        phone: '+62 812 3456 789',
        email: 'ana@lin.example',
        website: 'https://www.ana.example/studio/',
        address: 'Jl. Malioboro 1\nYogyakarta',
        organization: 'Studio Ana',
      },
      'full',
    ),
    component(
      'CONTACT',
      {
        value: 'Keep my number',
        organization: 'Studio Ana',
        phone: 'on request',
        icon: '☎️',
        buttonColor: '#ffd43b',
        buttonBorderColor: '#c92a2a',
        buttonIconBackground: '#ffffff',
        buttonShadowColor: '#c92a2a',
        textFont: 'serif',
        textPosition: 'left',
        buttonEffect: 'raised',
      },
      'own',
    ),
    component('CONTACT', { value: 'Only a button' }, 'button'),
    component('CONTACT', { passwordMessage: 'My number, for guests.' }, 'locked', locked),
  ],
  calendar: [
    component(
      'CALENDAR',
      {
        title: 'Kiln opening',
        startDate: '2026-12-05T18:30:00',
        endDate: '2026-12-05T21:00:00',
        timezone: 'Asia/Jakarta',
      },
      'evening',
    ),
    component(
      'CALENDAR',
      {
        title: 'A week of walking',
        startDate: '2027-03-01T08:00:00',
        endDate: '2027-03-07T17:00:00',
        timezone: 'Europe/Lisbon',
        buttonColor: '#2b8a3e',
        icon: '🥾',
        buttonEffect: 'outline',
      },
      'week',
    ),
    component('CALENDAR', { startDate: '2027-03-01T08:00:00Z' }, 'nameless'),
    component('CALENDAR', { title: 'Some day' }, 'dateless'),
  ],
}
