// How the pages of a domain look that its owner has branded: colours that stay readable, and the policy for them.
import { contrast, over } from '../styles/colour.ts'
import { stylesheet } from '../styles/stylesheet.ts'
import { visitorStylesheet } from '../styles/visitor.ts'
import { policyWith } from '../visitor-page-policy.ts'

export interface DomainBrand {
  name: string | null
  /** `#rgb` or `#rrggbb`. */
  color: string | null
  /** The path of an image on the same host. */
  logo: string | null
}

/** What a page of a brand is rendered and served with. */
export interface BrandDress {
  stylesheet: string
  policy: string
}

// Text needs 4.5 (WCAG 2.2, 1.4.3).
const leastContrast = 4.5
// The grounds of base.ts, and what colours are mixed with to stand out from them.
const schemes = {
  light: { grounds: ['#faf7f5', '#ffffff'], away: '#000000', onAccent: '#ffffff' },
  dark: { grounds: ['#161210', '#1f1a17'], away: '#ffffff', onAccent: '#161210' },
} as const

export type Scheme = keyof typeof schemes

/** The colours of a scheme that depend on the brand's: those of text and buttons are readable whatever it is. */
export function coloursFor(
  color: string,
  scheme: Scheme,
): Record<'accent' | 'accent-strong' | 'on-accent' | 'tint', string> {
  const { grounds, away, onAccent } = schemes[scheme]
  const tint = over(`${opaque(color)}1f`, grounds[0])
  const accent = mixtures(color, away).find((one) =>
    [...grounds, tint, onAccent].every((ground) => contrast(one, ground) >= leastContrast),
  )
  return {
    accent: accent ?? away,
    'accent-strong': over(`${away}33`, accent ?? away),
    'on-accent': onAccent,
    tint,
  }
}

/** The colour with ever more of another one mixed in, until it is that one. */
function mixtures(color: string, away: string): string[] {
  const alphas = Array.from({ length: 33 }, (_, step) => Math.min(255, step * 8))
  return [...alphas, 255].map((alpha) => over(away + alpha.toString(16).padStart(2, '0'), opaque(color)))
}

/** `#rrggbb`. */
function opaque(color: string): string {
  return color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color
}

export function dressOf({ color, logo }: DomainBrand): BrandDress {
  const sheet = color === null ? visitorStylesheet : visitorStylesheet + brandStylesheet(color)
  return { stylesheet: sheet, policy: policyWith([sheet], { ownImages: logo !== null }) }
}

function brandStylesheet(color: string): string {
  const rule = (scheme: Scheme) =>
    `:root { ${Object.entries(coloursFor(color, scheme))
      .map(([name, value]) => `--${name}: ${value};`)
      .join(' ')} }`
  return stylesheet(`${rule('light')} @media (prefers-color-scheme: dark) { ${rule('dark')} }`)
}
