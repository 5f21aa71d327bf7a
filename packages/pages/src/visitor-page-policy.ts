// The Content-Security-Policy of visitor pages: no script, no outside resource, only our own stylesheets.
import { createHash } from 'node:crypto'
import { referenceStylesheet } from './styles/reference.ts'
import { visitorStylesheet } from './styles/visitor.ts'

/** How a policy names an inline stylesheet or script: by its hash (CSP 3, section 2.3.1). */
export const hashSource = (inline: string) =>
  `'sha256-${createHash('sha256').update(inline, 'utf8').digest('base64')}'`

/** The policy for pages with these stylesheets. */
export function policyWith(stylesheets: readonly string[], { ownImages }: { ownImages: boolean }): string {
  return [
    "default-src 'none'",
    `style-src ${stylesheets.map(hashSource).join(' ')}`,
    ownImages ? "img-src 'self' data:" : 'img-src data:',
    // Chromium also applies form-action to redirects after a form post, and ours lead to any destination.
    "form-action 'self' http: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const contentSecurityPolicy = policyWith([visitorStylesheet, referenceStylesheet], {
  ownImages: false,
})
