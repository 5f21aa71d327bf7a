// The Content-Security-Policy of pages with forms: our stylesheet, at most one script known by its hash, no frame.

import { formStylesheet } from '../styles/forms.ts'
import { hashSource } from '../visitor-page-policy.ts'

const style = hashSource(formStylesheet)

interface Policy {
  /** The script of the page, which may then send requests to this server. */
  script?: string
  /**
   * Whether submitting a form can redirect to an application. Chromium and Safari apply form-action to every redirect after
   * a form, even to the application's own redirects, whose hosts and schemes are unknown here (and `[::1]` isn't even valid
   * there). So such a page has no form-action; its forms are fixed, and it has no script.
   */
  leadsAway?: boolean
}

export function formPagePolicy({ script, leadsAway = false }: Policy): string {
  return [
    "default-src 'none'",
    `style-src ${style}`,
    'img-src data:',
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`, "connect-src 'self'"]),
    ...(leadsAway ? [] : ["form-action 'self'"]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
