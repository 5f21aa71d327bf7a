// Every field of the interactive kinds has an effect: without it, the page or its policy differs.
import { describe, expect, test } from 'bun:test'
import { componentData } from '@linnet/contract'
import { cvData } from '../../../../test/pictures/interactive-samples.ts'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderMicrosite } from '../index.ts'

const button = {
  icon: 'star',
  textFont: 'serif',
  textPosition: 'left',
  buttonEffect: 'glow',
  buttonColor: '#ffd43b',
  buttonBorderColor: '#c92a2a',
  buttonIconBackground: '#2b8a3e',
  buttonShadowColor: '#862e9c',
}
const spoiler = {
  isSpoiler: true,
  spoilerButtonText: 'Look',
  spoilerButtonTextPosition: 'left',
  spoilerButtonIcon: 'star',
  spoilerButtonColor: '#ffd43b',
  spoilerButtonFont: 'serif',
  spoilerBackground: 'dots',
  spoilerBackgroundOpacity: '50%',
  spoilerButtonBorderColor: '#c92a2a',
  spoilerButtonIconBackground: '#2b8a3e',
  spoilerButtonShadowColor: '#862e9c',
}

const full = {
  MEDIA: { url: 'https://files.example/kiln.mp4', autoPlay: true, ...spoiler },
  COUNTDOWN: { timestamp: 1_830_000_000, textFont: 'serif' },
  MAPS: { name: 'Monas', address: 'Jakarta', lat: -6.1754, lng: 106.8272, useLatLng: true, ...spoiler },
  IMAGE_SLIDE: {
    slides: [{ image: '/assets/hills.svg', caption: 'Hills' }, { image: '/assets/sea.svg' }],
    autoPlay: true,
    interval: 3,
    ...spoiler,
  },
  CV: cvData,
  AUTOPLAY_MUSIC: { url: 'https://files.example/rain.mp3', title: 'Rain', loop: true },
  CONTACT: {
    value: 'Save me',
    name: 'Ana',
    phone: '+62 812 3456',
    email: 'ana@lin.example',
    website: 'https://ana.example/',
    address: 'Jakarta',
    organization: 'Studio Ana',
    ...button,
  },
  CALENDAR: {
    title: 'Opening',
    startDate: '2026-12-05T18:30:00',
    endDate: '2026-12-05T21:00:00',
    timezone: 'Asia/Jakarta',
    ...button,
  },
} as const
type Kind = keyof typeof full

// A password replaces the content with a form, which the tests of locks cover.
const ofLocks = ['passwordActive', 'password', 'passwordMessage']
const filled = (kind: Kind): Record<string, unknown> => ({
  ...full[kind],
  imageBackground: '/assets/dusk.svg',
})
const render = (kind: Kind, data: object) =>
  JSON.stringify(renderMicrosite(samplePage([component(kind, data as never)]), 'en'))

describe.each(Object.keys(full) as Kind[])('%s', (kind) => {
  const fields = Object.keys(componentData[kind].shape).filter((field) => !ofLocks.includes(field))

  test.each(fields)('shows its %s', (field) => {
    const { [field]: value, ...rest } = filled(kind)
    expect(value).toBeDefined()
    expect(render(kind, rest)).not.toBe(render(kind, filled(kind)))
  })

  test('shows nothing, and breaks nothing, without data', () => {
    expect(render(kind, {})).not.toContain(`part-${kind}`)
  })
})

test.each(['experiences', 'educations'] as const)('a CV shows every field of its %s', (list) => {
  const station = {
    name: 'Kiln',
    description: 'Pots',
    location: 'Jakarta',
    startDate: '2020-01',
    endDate: '2021-01',
    ...(list === 'experiences' ? { position: 'Potter' } : { degree: 'BA', major: 'Ceramics' }),
  }
  for (const field of Object.keys(station)) {
    const rest = { ...station, [field]: '' }
    expect(render('CV', { [list]: [rest] })).not.toBe(render('CV', { [list]: [station] }))
  }
})

test('a CV shows the level of each skill, in words or as a number', () => {
  const skills = [
    { name: 'Glazing', level: 'expert' },
    { name: 'Kilns', level: 4 },
    { level: 'alone' },
    'Wheel',
  ]
  const html = renderMicrosite(samplePage([component('CV', { skills })]), 'en').html
  expect(html).toContain('<li dir="auto">Glazing<small>expert</small></li>')
  expect(html).toContain('<li dir="auto">Kilns<small>4</small></li>')
  expect(html).toContain('<li dir="auto">Wheel</li>')
  expect(html).not.toContain('alone')
})
