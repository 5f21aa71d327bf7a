// Links to a place on maps: the data decides between coordinates and text.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ugly } from '../../../../test/generated/ugly-texts.ts'
import { mapEmbed, mapLinks, mapSites } from './map-links.ts'

const monas = { name: 'Monas', address: 'Gambir, Jakarta', lat: -6.1754, lng: 106.8272 }

test('with useLatLng the links and the map use the coordinates', () => {
  const data = { ...monas, useLatLng: true }
  expect(mapLinks(data)).toEqual({
    osm: 'https://www.openstreetmap.org/?mlat=-6.1754&mlon=106.8272#map=16/-6.1754/106.8272',
    google: 'https://www.google.com/maps/search/?api=1&query=-6.1754%2C106.8272',
    apple: 'https://maps.apple.com/?ll=-6.1754%2C106.8272&q=Monas%2C+Gambir%2C+Jakarta',
  })
  expect(new URL(mapEmbed(data) ?? '').searchParams.get('marker')).toBe('-6.1754,106.8272')
})

test('without it they search for name and address, and no map is shown', () => {
  for (const data of [monas, { ...monas, useLatLng: false }, { ...monas, lat: undefined, useLatLng: true }]) {
    expect(new URL(mapLinks(data)?.google ?? '').searchParams.get('query')).toBe('Monas, Gambir, Jakarta')
    expect(mapEmbed(data)).toBeNull()
  }
})

test('coordinates without an address are enough, and a place without data has no links', () => {
  expect(mapEmbed({ lat: 0, lng: 0 })).toContain('marker=0%2C0')
  for (const data of [{}, { name: ' ', address: '\n' }, { lat: 1 }, { useLatLng: true }])
    expect(mapLinks(data)).toBeNull()
})

test('any place makes valid web links', () => {
  const lat = fc.double({ min: -90, max: 90, noNaN: true })
  const lng = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(fc.record({ name: ugly, address: ugly, lat, lng, useLatLng: fc.boolean() }), (data) => {
      const links = mapLinks(data)
      for (const site of links ? mapSites : []) {
        expect(links?.[site]).toMatch(
          /^https:\/\/(www\.openstreetmap\.org|www\.google\.com|maps\.apple\.com)\/[\x21-\x7e]*$/,
        )
        expect(links?.[site]?.length).toBeLessThan(4_500)
      }
      expect(mapEmbed(data) ?? '').not.toMatch(/e-\d|NaN/)
    }),
  )
})
