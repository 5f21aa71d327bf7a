// Pages of microsites as files that need no server: taps lead straight to their destinations, and components behind a password
// are left out. Links that the server would block, or show visitors first, lead nowhere.
import type { Language } from '@linnet/languages'
import { renderMicrosite } from '@linnet/pages'
import type { Clock } from '../../../platform/time/clock.ts'
import { type ComponentAddress, readAddress } from './components/address.ts'
import { type HoldUpNeeds, holdUpOf } from './components/destination-check.ts'
import { destinationOf } from './components/destinations.ts'
import { isLocked } from './components/locks.ts'
import { savedFile } from './components/saved-file.ts'
import { type CachedPage, PageCache, type PageSources } from './page-cache.ts'
import { visiblePage } from './visible-page.ts'

export interface StaticPage {
  html: string
  /** Paths of the images that it loads. */
  images: string[]
  /** The files that visitors can save, by path. */
  files: Map<string, string>
  /** The ids of the components that are left out. */
  locked: string[]
  /** The ids of the components with a link that leads nowhere here, because the server would block or show it first. */
  heldUp: Set<string>
}

export interface StaticPagesNeeds extends PageSources, Pick<HoldUpNeeds, 'destinations'> {
  clock: Clock
}

/** Returns a function that renders the page at a slug of a domain; undefined if visitors see none. */
export function createStaticPages(needs: StaticPagesNeeds) {
  const pages = new PageCache(needs, needs.clock)
  return async (
    domainId: number,
    slug: string,
    language: Language = 'en',
  ): Promise<StaticPage | undefined> => {
    const found = await pages.find(domainId, slug)
    if (!found) return undefined
    const locked = found.page.components.filter(isLocked).map(({ id }) => id)
    const components = found.page.components.filter((component) => !isLocked(component))
    const cached: CachedPage = { ...found, page: { ...found.page, components } }
    const page = visiblePage(cached, needs)
    const { html, contentSecurityPolicy } = renderMicrosite(page, language)
    const files = new Map<string, string>()
    const heldUp = new Set<string>()
    const leadOn = (link: HTMLRewriterTypes.Element, name: 'href' | 'data-tap') => {
      const path = link.getAttribute(name)
      const address = path?.startsWith('/') ? readAddress(path.slice(1)) : null
      if (address?.slug !== slug) return
      if (name === 'data-tap') return void link.removeAttribute(name)
      const href = hrefOf(cached, address, needs, files)
      const isHeldUp = holdUpOf(needs, found.page, href) !== null
      if (isHeldUp) heldUp.add(address.id)
      link.setAttribute(name, isHeldUp ? '#' : href.replaceAll('&', '&amp;'))
    }
    const rewriter = new HTMLRewriter()
      .on('[href]', { element: (link) => leadOn(link, 'href') })
      .on('[data-tap]', { element: (link) => leadOn(link, 'data-tap') })
      // Only a server renders the preview picture.
      .on('meta[property^="og:image"], meta[name="twitter:image"]', { element: (meta) => void meta.remove() })
      .on('meta[charset]', {
        element: (meta) => void meta.after(policyInPage(contentSecurityPolicy), { html: true }),
      })
    return {
      html: rewriter.transform(html),
      images: imagesOf(page),
      files,
      locked,
      heldUp,
    }
  }
}

/** Where an address below the slug leads. If it answers with a file, that is added to `files`. */
function hrefOf(
  cached: CachedPage,
  { slug, id, linkName, format }: ComponentAddress,
  needs: StaticPagesNeeds,
  files: Map<string, string>,
): string {
  const component = cached.page.components.find((one) => one.id === id)
  if (!component) return '#'
  if (format === null) return destinationOf({ cached, component, linkName })?.href ?? '#'
  const text = savedFile(cached, component, format, needs)
  if (text === null) return '#'
  const path = `/${slug}/${id}.${format}`
  files.set(path, text)
  return path
}

/** All sizes of the images that the page may show. */
function imagesOf({ images }: ReturnType<typeof visiblePage>): string[] {
  const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
  return [...images].flatMap(([path, { variants }]) => [
    absolute(path),
    ...variants.map((one) => absolute(one.path)),
  ])
}

/** The policy as markup, because a file server sends none. Only a header can restrict framing. */
function policyInPage(policy: string): string {
  const content = policy.replace(/;? ?frame-ancestors [^;]*/, '')
  return `<meta http-equiv="Content-Security-Policy" content="${Bun.escapeHTML(content)}"/>`
}
