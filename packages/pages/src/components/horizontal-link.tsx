// HORIZONTAL_LINK: a row of icons, one for each of the owner's profiles elsewhere.

import { Icon, nameOfBrand, resolveIcon } from '../icons/icon.tsx'
import { micrositeMessages } from '../microsite/messages.ts'
import type { ComponentView } from './component.ts'
import { isCountedByScript, linkAttributes, nameOfLink } from './link-address.ts'
import { numbered } from './link-names.ts'
import { choice } from './visible-text.ts'

const styles = ['plain', 'circle', 'square', 'outline', 'labels'] as const

/** The network of the chosen icon if there is one, because the host may be that of a short link. */
function nameOfIconOrLink(icon: string | undefined, url: string, otherwise: string): string {
  const resolved = resolveIcon(icon)
  return resolved !== null && typeof resolved === 'object' && 'path' in resolved
    ? nameOfBrand(resolved)
    : nameOfLink(url, otherwise)
}

export const horizontalLink: ComponentView<'HORIZONTAL_LINK'> = {
  styles: `
.row { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.row a { display: grid; place-items: center; min-width: 3rem; min-height: 3rem; color: inherit; font-size: 1.125rem; text-decoration: none; border-radius: .875rem; transition: transform .15s, background-color .15s; }
.row a:hover { transform: translateY(-2px); background: color-mix(in srgb, currentColor 10%, transparent); }
.row-circle a, .row-square a { background: var(--button); color: var(--on-button); border: var(--button-line) solid var(--button-border); }
.row-circle a:hover, .row-square a:hover { background: var(--button); }
.row-circle a, .row-outline a { border-radius: 50%; }
.row-square a { border-radius: min(var(--radius), .875rem); }
.row-outline a { border: 1.5px solid currentColor; }
.row-labels a { display: flex; gap: .5rem; padding: .375rem 1rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--surface); color: var(--ink); font-size: .9375rem; font-weight: 600; }
.row img.icon { width: 1.75rem; height: 1.75rem; }
`,
  render: ({ style, links = [] }, { page, component, language }) => {
    const shown = links.flatMap(({ icon, url }, index) => (url ? [{ icon, url, index }] : []))
    if (shown.length === 0) return null
    const variant = choice(style, styles, 'plain')
    const messages = micrositeMessages(language)
    return (
      <ul class={`row row-${variant}`}>
        {shown.map(({ icon, url, index }) => {
          const name = nameOfIconOrLink(icon, url, messages.link)
          return (
            <li>
              <a
                {...linkAttributes(page, component, url, index)}
                title={variant === 'labels' ? undefined : name}
              >
                <Icon name={icon} href={url} always page={page} />
                <span class={variant === 'labels' ? undefined : 'unseen'}>{name}</span>
              </a>
            </li>
          )
        })}
      </ul>
    )
  },
  needsScript: ({ links = [] }) => links.some(({ url }) => isCountedByScript(url)),
  destination: ({ links }, linkName) => numbered(links, linkName)?.url,
  entries: ({ links = [] }) => links.length,
  profiles: ({ links = [] }) => links.flatMap(({ url }) => (url && /^https?:/i.test(url) ? url : [])),
}
