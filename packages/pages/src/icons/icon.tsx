// The icon of an `icon` field: a known name, an emoji, an uploaded image, or the icon that fits the link.
import { AssetPath } from '@linnet/contract/component-values'
import type { MicrositePage } from '../microsite/microsite-page.ts'
import { assetAddress } from '../microsite/picture.tsx'
import { type Brand, brands } from './brands.ts'
import { BrandIcon, ThingIcon } from './symbols.tsx'
import { type ThingName, things } from './things.ts'

const brandByName = new Map(brands.flatMap((brand) => brand.names.map((name) => [name, brand] as const)))
const thingByName = new Map<string, ThingName>(
  Object.entries(things).flatMap(([name, { aliases }]) =>
    [name, ...aliases].map((alias) => [alias, name as ThingName] as const),
  ),
)

const brandByHost = new Map(brands.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)))

/** The brand of a host or of its nearest parent with one: music.youtube.com has its own. */
function brandOfHost(host: string): Brand | undefined {
  for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    const brand = brandByHost.get(name)
    if (brand || !name.includes('.')) return brand
  }
  return undefined
}

const isEmoji = (text: string) =>
  text.length <= 40 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text)

/** The icon that fits a link: the logo of its network, or an icon for what it opens. */
export function iconOfLink(href: string | undefined): Brand | ThingName {
  const url = href === undefined ? null : URL.parse(href)
  if (url?.protocol === 'mailto:') return 'email'
  if (url?.protocol === 'tel:') return 'phone'
  return (url && brandOfHost(url.hostname.replace(/^www\./, ''))) || 'link'
}

type ResolvedIcon = Brand | ThingName | { emoji: string } | { asset: string }

/** The icon of a name; null if there is no name, or if it is `none`. */
export function resolveIcon(name: string | undefined, href?: string): ResolvedIcon | null {
  const trimmed = name?.trim() ?? ''
  const normalizedName = trimmed.toLowerCase().replace(/[\s._-]+/g, '')
  if (normalizedName === '' || normalizedName === 'none') return null
  if (trimmed.includes('/') && AssetPath.safeParse(trimmed).success) return { asset: trimmed }
  if (isEmoji(trimmed)) return { emoji: trimmed }
  return brandByName.get(normalizedName) ?? thingByName.get(normalizedName) ?? iconOfLink(href)
}

/** A brand's display name, such as `Instagram`, for links that have no other name. */
export const nameOfBrand = ({ names }: Brand): string => {
  const [name = ''] = names
  return displayNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

const displayNames: Record<string, string> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  youtubemusic: 'YouTube Music',
  whatsapp: 'WhatsApp',
  wechat: 'WeChat',
  kakaotalk: 'KakaoTalk',
  line: 'LINE',
  vk: 'VK',
  applemusic: 'Apple Music',
  applepodcasts: 'Apple Podcasts',
  soundcloud: 'SoundCloud',
  kofi: 'Ko-fi',
  buymeacoffee: 'Buy Me a Coffee',
  opencollective: 'Open Collective',
  paypal: 'PayPal',
  wordpress: 'WordPress',
  devdotto: 'DEV',
  github: 'GitHub',
  gitlab: 'GitLab',
  npm: 'npm',
  stackoverflow: 'Stack Overflow',
  huggingface: 'Hugging Face',
  goodreads: 'Goodreads',
  googlescholar: 'Google Scholar',
  orcid: 'ORCID',
  linkedin: 'LinkedIn',
}

type IconProps = {
  name: string | undefined
  /** The address behind it, which chooses the icon if its name is unknown. */
  href?: string
  /** Whether the address chooses the icon even if there is no name. */
  always?: boolean
  page: MicrositePage
}

/** The icon that an `icon` field chooses, or nothing. */
export function Icon({ name, href, always, page }: IconProps) {
  const resolved = resolveIcon(name, href) ?? (always ? iconOfLink(href) : null)
  if (resolved === null) return null
  if (typeof resolved === 'string') return <ThingIcon name={resolved} />
  if ('emoji' in resolved)
    return (
      <span class="icon emoji" aria-hidden="true">
        {resolved.emoji}
      </span>
    )
  if ('asset' in resolved)
    return <img class="icon" src={smallest(resolved.asset, page)} alt="" width="24" height="24" />
  return <BrandIcon brand={resolved} />
}

/** The smallest image that is still sharp at 24 CSS pixels on a 3× screen. */
function smallest(path: string, page: MicrositePage): string {
  const variants = page.images.get(path)?.variants ?? []
  const sharp = variants.filter(({ width }) => width >= 72).toSorted((a, b) => a.width - b.width)[0]
  return assetAddress(sharp?.path ?? path)
}

export const iconStyles = `
.icon { display: block; width: 1.375em; height: 1.375em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon.brand { fill: currentColor; stroke: none; }
img.icon { width: 1.75em; height: 1.75em; border-radius: .375em; object-fit: cover; }
.icon.emoji { width: auto; height: auto; font-size: 1.375em; line-height: 1; white-space: nowrap; overflow: hidden; max-width: 3em; }
`
