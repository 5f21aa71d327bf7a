// What a page tells machines about its owner: other profiles of the same person, and JSON-LD of schema.org.
import { viewOf } from '../components/index.ts'
import { visibleText } from '../components/visible-text.ts'
import type { MicrositePage } from './microsite-page.ts'
import { assetAddress, isMissing } from './picture.tsx'

/** The links to the owner's profiles elsewhere, for `rel="me"`: each once, in order. */
export function profileLinks({ components, heldUp }: MicrositePage): string[] {
  const links = components.flatMap(({ kind, data, lock }) =>
    lock.locked ? [] : (viewOf(kind).profiles?.(data) ?? []),
  )
  return [...new Set(links)].filter((href) => !heldUp?.has(href))
}

const organizations = new Set(['brand', 'shop', 'event', 'company', 'organization', 'store'])

/** What a search engine shows about the owner: name, description, picture. */
export function profileOf({ components, title, description, images }: MicrositePage) {
  const profile = components.find((component) => component.kind === 'PROFILE')
  const data = profile?.kind === 'PROFILE' ? profile.data : {}
  return {
    name: visibleText(data.title) ?? title,
    description: visibleText(description) ?? visibleText(data.description),
    image: data.image && !isMissing({ images }, data.image) ? data.image : undefined,
    titleColor: data.titleColor,
  }
}

/** JSON-LD, a ProfilePage (schema.org), safe inside a `script` element: no content can end it. */
export function jsonLd(page: MicrositePage): string {
  const { name, description, image } = profileOf(page)
  const profiles = profileLinks(page)
  const subject = {
    '@type': organizations.has(page.kind) ? 'Organization' : 'Person',
    name,
    description: description?.slice(0, 1000),
    image: image === undefined ? undefined : new URL(assetAddress(image), page.url).href,
    url: page.url,
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
  const document = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: page.url,
    mainEntity: subject,
  }
  return JSON.stringify(document)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
