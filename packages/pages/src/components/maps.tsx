// MAPS: a place with its name and address, links to maps, and an embedded map once the visitor asks for it.

import { mapEmbed, mapFrames, mapLinks, mapSites } from '../microsite/map-links.ts'
import { tapAddress } from '../microsite/microsite-page.ts'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'
import { named } from './link-names.ts'
import { visibleText } from './visible-text.ts'

const names = { osm: 'OpenStreetMap', google: 'Google Maps', apple: 'Apple Maps' }

export const maps: ComponentView<'MAPS'> = {
  styles: `
.place{padding:0;overflow:hidden}
.place .ground{position:relative;display:grid;place-items:center;width:100%;height:11rem;color:var(--ink);text-decoration:none}
.place iframe.ground{height:18rem;border:0}
.place .streets{position:absolute;inset:0;width:100%;height:100%;color:var(--accent)}
.place .pin{position:relative;width:2.75rem;height:2.75rem;margin-top:-1.5rem;color:var(--accent);filter:drop-shadow(0 3px 4px rgb(0 0 0/.35))}
.place .hint{position:absolute;inset-block-end:.625rem;max-width:94%;padding:.25rem .75rem;border-radius:var(--radius);background:var(--surface);color:var(--ink);font-size:.8125rem;box-shadow:0 1px 4px rgb(0 0 0/.2)}
.place .words{padding:1rem 1.25rem}
.place .words p{margin:0;overflow-wrap:anywhere}
.place .name{font-weight:700}
.place .address{color:var(--soft);white-space:pre-line}
.place ul{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:.75rem 0 0;padding:0}
.place ul:first-child{margin:0}
.place li a{display:block;padding:.375rem .75rem;border:1px solid var(--line);border-radius:var(--radius);color:var(--ink);font-size:.875rem;text-decoration:none}
.place li a:hover{border-color:currentColor}`,
  render(data, { page, component, language }) {
    const links = mapLinks(data)
    if (links === null) return null
    const [name, address] = [data.name, data.address].map(visibleText)
    const [messages, embed] = [kindMessages(language).maps, mapEmbed(data)]
    const to = (site: string) => tapAddress(page, component, site)
    return (
      <div class="card place">
        <a
          class="ground"
          href={to('osm')}
          data-embed={embed ?? undefined}
          data-title={[messages.map, name].filter(Boolean).join(': ').slice(0, 200)}
          aria-label={embed ? `${messages.show}. ${messages.loadsFrom}` : messages.openIn(names.osm)}
        >
          <Streets />
          <svg class="pin" viewBox="0 0 24 24" aria-hidden="true">
            <path
              fill="currentColor"
              d="M12 1.5a8 8 0 0 0-8 8c0 5.6 8 13 8 13s8-7.4 8-13a8 8 0 0 0-8-8m0 10.8a2.8 2.8 0 1 1 0-5.6 2.8 2.8 0 0 1 0 5.6"
            />
          </svg>
          {embed ? <span class="hint">{messages.show}</span> : null}
        </a>
        <div class="words">
          {name ? (
            <p class="name" dir="auto">
              {name}
            </p>
          ) : null}
          {address ? (
            <p class="address" dir="auto">
              {address}
            </p>
          ) : null}
          <ul>
            {mapSites.map((site) => (
              <li>
                <a href={to(site)} aria-label={messages.openIn(names[site])}>
                  {names[site]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  },
  needsScript: (data) => mapEmbed(data) !== null,
  sources: (data) => (mapEmbed(data) === null ? {} : { frames: [mapFrames] }),
  destination: (data, linkName) => named(mapLinks(data), linkName),
}

// An invented town, so that no map server is needed.
const Streets = () => (
  <svg class="streets" viewBox="0 0 400 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <path fill="currentColor" fill-opacity=".1" d="M0 0h400v180H0z" />
    <path fill="currentColor" fill-opacity=".2" d="M250 0c4 38 44 48 60 86s48 46 90 50V0zM28 104h72v50H28z" />
    <path
      fill="none"
      stroke="currentColor"
      stroke-opacity=".3"
      stroke-width="7"
      d="M0 84c90-14 160 26 400-6M132 0c-8 60 22 120 6 180"
    />
    <path
      fill="none"
      stroke="currentColor"
      stroke-opacity=".22"
      stroke-width="3"
      d="M0 34c60 6 90-8 132-4M0 132c70 4 100-10 140-4s120 8 260-8M62 0c6 40-6 80 4 180M206 0c-4 50 8 100-2 180M292 84c-6 30 4 60 2 96M138 60c60 4 90-14 150-12"
    />
  </svg>
)
