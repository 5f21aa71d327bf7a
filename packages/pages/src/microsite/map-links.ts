// Links to a place on maps: by its coordinates, or by its name and address.
import type { ComponentData } from '@linnet/contract'

export type MapsData = ComponentData<'MAPS'>

/** The link keys of a MAPS component's map sites, in the order in which they are offered. */
export const mapSites = ['osm', 'google', 'apple'] as const
export type MapSite = (typeof mapSites)[number]

/** Exact to about a metre, which is enough for a pin, and never in scientific notation. */
const degrees = (number: number) => String(Number(number.toFixed(5)))

/** The coordinates if they are preferred or all there is; null if maps should search for the text. */
function pointOf({ lat, lng, address, useLatLng }: MapsData): { lat: string; lng: string } | null {
  if (lat === undefined || lng === undefined) return null
  return useLatLng || !address?.trim() ? { lat: degrees(lat), lng: degrees(lng) } : null
}

// Longer searches find nothing and make addresses that no site accepts.
const messagesOf = ({ name = '', address = '' }: MapsData) =>
  [
    ...[name, address]
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(', '),
  ]
    .slice(0, 300)
    .join('')

/** The place on each map, or null if it has neither coordinates nor text. */
export function mapLinks(data: MapsData): Record<MapSite, string> | null {
  const [point, messages] = [pointOf(data), messagesOf(data)]
  const link = (site: string, query: Record<string, string>) => `${site}?${new URLSearchParams(query)}`
  if (point) {
    const { lat, lng } = point
    return {
      osm: `${link('https://www.openstreetmap.org/', { mlat: lat, mlon: lng })}#map=16/${lat}/${lng}`,
      google: link('https://www.google.com/maps/search/', { api: '1', query: `${lat},${lng}` }),
      apple: link('https://maps.apple.com/', { ll: `${lat},${lng}`, q: messages || `${lat},${lng}` }),
    }
  }
  if (messages === '') return null
  return {
    osm: link('https://www.openstreetmap.org/search', { query: messages }),
    google: link('https://www.google.com/maps/search/', { api: '1', query: messages }),
    apple: link('https://maps.apple.com/', { q: messages }),
  }
}

export const mapFrames = 'https://www.openstreetmap.org'

/** The address of the map to embed; null without coordinates. */
export function mapEmbed(data: MapsData): string | null {
  const point = pointOf(data)
  if (point === null) return null
  const [lat, lng] = [Number(point.lat), Number(point.lng)]
  const box = [lng - 0.006, lat - 0.003, lng + 0.006, lat + 0.003].map(degrees).join(',')
  const query = new URLSearchParams({ bbox: box, layer: 'mapnik', marker: `${point.lat},${point.lng}` })
  return `${mapFrames}/export/embed.html?${query}`
}
