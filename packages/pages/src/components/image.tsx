// IMAGE: a picture with a caption, which may be a link.

import { micrositeMessages } from '../microsite/messages.ts'
import { isMissing, Picture } from '../microsite/picture.tsx'
import type { ComponentView } from './component.ts'
import { isCountedByScript, linkAttributes, nameOfLink } from './link-address.ts'
import { visibleText } from './visible-text.ts'

export const image: ComponentView<'IMAGE'> = {
  styles: `
.image { display: block; margin: 0; color: inherit; text-decoration: none; }
.image figure { margin: 0; }
.image img { display: block; width: 100%; height: auto; max-height: 44rem; object-fit: contain; border-radius: var(--card-radius); }
.image figcaption { margin-top: .625rem; color: var(--soft); font-size: .9375rem; text-align: center; white-space: pre-line; }
a.image img { transition: transform .2s; }
a.image:hover img { transform: scale(1.01); }
a.image figcaption { color: var(--accent); text-decoration: underline; }
`,
  render: ({ image, content, href }, { page, component, language, eager }) => {
    const path = image && !isMissing(page, image) ? image : undefined
    const caption = visibleText(content)
    if (!path && caption === undefined) return null
    // The caption describes it; without one, a link still needs a name.
    const alt = caption === undefined && href ? nameOfLink(href, micrositeMessages(language).link) : ''
    const figure = (
      <figure>
        {path ? <Picture page={page} path={path} alt={alt} eager={eager} /> : null}
        {caption === undefined ? null : <figcaption dir="auto">{caption}</figcaption>}
      </figure>
    )
    return href ? (
      <a class="image" {...linkAttributes(page, component, href)}>
        {figure}
      </a>
    ) : (
      <div class="image">{figure}</div>
    )
  },
  needsScript: ({ href }) => isCountedByScript(href),
  destination: ({ href }, linkName) => (linkName === null ? href : null),
  hasImage: ({ image }, page) => image !== undefined && !isMissing(page, image),
}
