// The address of a component's link in the page: a redirect that counts the tap or, if no redirect can lead there, the link
// itself.
import { iconOfLink, nameOfBrand } from '../icons/icon.tsx'
import { type MicrositePage, type ShownComponent, tapAddress } from '../microsite/microsite-page.ts'

const isDirect = (href: string) => /^(?:mailto|tel):/i.test(href)

/**
 * The attributes of a link. `mailto:` and `tel:` links stay as they are, and the script reports their taps (`data-tap`).
 * `linkKey` identifies one of several links of a component.
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

/** Whether counting the taps on a link needs the script. */
export const isCountedByScript = (href: string | undefined): boolean => href !== undefined && isDirect(href)

/** Whether a link leads to somebody's profile at a known network, which `rel="me"` marks as the same person. */
export const isProfile = (href: string): boolean => {
  const icon = iconOfLink(href)
  return typeof icon !== 'string' && (URL.parse(href)?.pathname.length ?? 0) > 1
}

/** The name of a link that has none of its own: its network, its host, its e-mail address or its number. */
export function nameOfLink(href: string, otherwise: string): string {
  const icon = iconOfLink(href)
  if (typeof icon !== 'string') return nameOfBrand(icon)
  const url = URL.parse(href)
  if (isDirect(href)) return (url?.pathname ?? '').slice(0, 100) || otherwise
  return url?.hostname.replace(/^www\./, '') || otherwise
}
