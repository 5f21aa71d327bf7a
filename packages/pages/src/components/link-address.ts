// Where a component's link stands in the page: behind a short redirect of ours that counts the tap, or, for what no
// redirect can lead to, by itself.
import { iconOfLink, nameOfBrand } from '../icons/icon.tsx'
import { type MicrositePage, type ShownComponent, tapAddress } from '../microsite/microsite-page.ts'

const isDirect = (href: string) => /^(?:mailto|tel):/i.test(href)

/**
 * The attributes of a link. `mailto:` and `tel:` stand as they are, and the script tells of their taps (`data-tap`).
 * `part` names one of several links of a component.
 */
export function linkAttributes(
  page: MicrositePage,
  component: ShownComponent,
  href: string,
  linkKey?: string | number,
): { href: string; rel?: string; 'data-tap'?: string } {
  const address = tapAddress(page, component, linkKey)
  if (isDirect(href)) return { href, 'data-tap': address }
  return { href: address, rel: isProfile(href) ? 'me noopener' : 'noopener' }
}

/** Whether the taps on a link need the script to be counted. */
export const isCountedByScript = (href: string | undefined): boolean => href !== undefined && isDirect(href)

/** Whether a link leads to somebody's profile at a known network, by which the page says "this is me". */
export const isProfile = (href: string): boolean => {
  const icon = iconOfLink(href)
  return typeof icon !== 'string' && (URL.parse(href)?.pathname.length ?? 0) > 1
}

/** What a link is called that has no name of its own: its network, its host, its address or number. */
export function nameOfLink(href: string, otherwise: string): string {
  const icon = iconOfLink(href)
  if (typeof icon !== 'string') return nameOfBrand(icon)
  const url = URL.parse(href)
  if (isDirect(href)) return (url?.pathname ?? '').slice(0, 100) || otherwise
  return url?.hostname.replace(/^www\./, '') || otherwise
}
