// TEXT: one or more paragraphs as they were typed, with links.
import type { ComponentData } from '@linnet/contract'
import type { ComponentView } from './component.ts'
import { isCountedByScript, linkAttributes } from './link-address.ts'
import { numbered } from './link-names.ts'
import { linksIn, segmentsOf } from './linked-text.ts'
import { normalized, visibleText } from './visible-text.ts'

const positions = new Set(['left', 'center', 'right', 'justify', 'start', 'end'])

export const text: ComponentView<'TEXT'> = {
  styles: `
.text { white-space: pre-wrap; tab-size: 4; color: var(--text-color, inherit); text-align: var(--text-position, start); }
.text strong { display: block; margin-bottom: .25rem; font-family: var(--heading-font); font-size: 1.1875rem; line-height: 1.35; }
.text a { color: var(--text-color, var(--accent)); }
`,
  render: ({ content }, { page, component }) => {
    const typed = visibleText(content)?.replace(/\r\n?/g, '\n')
    if (typed === undefined) return null
    // A title never contains links, so links in the rest have the same index as in the whole text.
    const { title, rest } = titled(typed)
    let links = 0
    return (
      <div class="text" dir="auto">
        {title === null ? null : <strong>{title}</strong>}
        {segmentsOf(rest).map(({ text, href }) =>
          href === null ? (
            text
          ) : (
            <a
              {...linkAttributes(page, component, href, links++)}
              rel={/^http/.test(href) ? 'nofollow noopener' : undefined}
            >
              {text}
            </a>
          ),
        )}
      </div>
    )
  },
  customProperties: ({ textColor, textPosition }) => ({
    '--text-color': textColor ?? null,
    '--text-position': positions.has(normalized(textPosition)) ? normalized(textPosition) : null,
  }),
  needsScript: ({ content }) => linksIn(content).some(isCountedByScript),
  destination: (data, linkName) => numbered(linksOf(data), linkName),
  linkedText: 'content',
  // Ten thousand characters can hold nine hundred links.
  entries: (data) => linksOf(data).length,
}

const knownLinks = new WeakMap<ComponentData<'TEXT'>, string[]>()

/** The links of the text, cached as long as its data is. */
function linksOf(data: ComponentData<'TEXT'>): string[] {
  const links = knownLinks.get(data) ?? linksIn(data.content)
  knownLinks.set(data, links)
  return links
}

/** A short first line with an empty line below it is a title, unless it ends like a sentence. */
function titled(text: string): { title: string | null; rest: string } {
  const [line = '', below, ...others] = text.trimStart().split('\n')
  const title = line.trim()
  const isTitle = below?.trim() === '' && visibleText(others.join('')) !== undefined && title.length <= 60
  return isTitle && !/[.,;…。，；]$/u.test(title) && segmentsOf(title).every(({ href }) => href === null)
    ? { title, rest: others.join('\n').replace(/^\s*\n/, '') }
    : { title: null, rest: text }
}
