// Pages of microsites as files that need no server: taps lead straight to where they led through us, and what is behind a
// password is not there at all. What a server would hold up, by a block list or with a question, leads nowhere.
import { type Language, renderMicrosite } from '@linnet/pages'
import type { Clock } from '../../../platform/time/clock.ts'
import { readAddress } from './components/address.ts'
import { destinationOf } from './components/destinations.ts'
import { type HoldUpNeeds, holdUpOf } from './components/judging.ts'
import { isLocked } from './components/locks.ts'
import { savedFile } from './components/saved-file.ts'
import { type KnownPage, KnownPages, type PageSources } from './page-cache.ts'
import { shownPage } from './visible-page.ts'

export interface StillPage {
  html: string
  /** What it loads or offers beside itself, by its path: of images, and of what can be saved. */
  images: string[]
  files: Map<string, string>
  /** The components that stay out, by their identifiers. */
  locked: string[]
  /** Those with a way on that leads nowhere here, for the server holds up who takes it. */
  heldUp: Set<string>
}

export interface StillPagesNeeds extends PageSources, Pick<HoldUpNeeds, 'destinations'> {
  clock: Clock
  /** Of the default short domain. */
  origin: string
}

// An attribute that a component has drawn: what people write can't hold the quotes around it.
const linkAttribute = /\s(href|data-tap)="\/([^"]*)"/g

/** Gives what draws the page of a slug; undefined where visitors see none. */
export function createStillPages(needs: StillPagesNeeds) {
  const pages = new KnownPages(needs, needs.clock)
  return async (slug: string, language: Language = 'en'): Promise<StillPage | undefined> => {
    const found = await pages.find(slug)
    if (!found) return undefined
    const locked = found.page.components.filter(isLocked).map(({ id }) => id)
    const components = found.page.components.filter((component) => !isLocked(component))
    const known: KnownPage = { ...found, page: { ...found.page, components } }
    const page = shownPage(known, needs.origin, needs)
    const { html, contentSecurityPolicy } = renderMicrosite(page, language)
    const files = new Map<string, string>()
    const heldUp = new Set<string>()
    const still = html.replace(linkAttribute, (whole, name: string, path: string) => {
      const address = readAddress(path)
      if (address === null || address.slug !== slug) return whole
      if (name === 'data-tap') return ''
      const href = leadOn(known, address, needs, files)
      if (holdUpOf(needs, found.page, href) === null) return ` href="${escaped(href)}"`
      heldUp.add(address.id)
      return ' href="#"'
    })
    return {
      html: withPolicy(withoutPreview(still), contentSecurityPolicy),
      images: imagesOf(page),
      files,
      locked,
      heldUp,
    }
  }
}

type Address = NonNullable<ReturnType<typeof readAddress>>

/** Where an address below the slug leads; a file that it would answer is kept. */
function leadOn(
  known: KnownPage,
  { slug, id, part, format }: Address,
  needs: StillPagesNeeds,
  files: Map<string, string>,
): string {
  const component = known.page.components.find((one) => one.id === id)
  if (!component) return '#'
  if (format === null) return destinationOf({ known, component, part }, needs.origin)?.href ?? '#'
  const text = savedFile(known, component, format, needs)
  if (text === null) return '#'
  const path = `/${slug}/${id}.${format}`
  files.set(path, text)
  return path
}

/** All sizes of the images that the page may show. */
function imagesOf({ images }: ReturnType<typeof shownPage>): string[] {
  const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
  return [...images].flatMap(([path, { variants }]) => [
    absolute(path),
    ...variants.map((one) => absolute(one.path)),
  ])
}

/** The picture of a page is drawn by a server. */
function withoutPreview(html: string): string {
  return html.replace(/<meta (?:property="og:image[^"]*"|name="twitter:image") content="[^"]*"\s*\/?>/g, '')
}

/** The policy stands in the page, for a server of files sends none. What frames pages can only be told in a header. */
function withPolicy(html: string, policy: string): string {
  const told = policy.replace(/;? ?frame-ancestors [^;]*/, '')
  return html.replace(
    '<meta charset="utf-8"/>',
    `$&<meta http-equiv="Content-Security-Policy" content="${escaped(told)}"/>`,
  )
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&"<>]/g, (one) => escapes[one] as string)
