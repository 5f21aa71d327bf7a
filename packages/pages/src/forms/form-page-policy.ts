// The Content-Security-Policy of pages with forms: our stylesheet, at most one script known by its hash, no frame.
import { hashSource } from '../content-security-policy.ts'
import { formStylesheet } from '../styles/forms.ts'

const style = hashSource(formStylesheet)

interface Policy {
  /** The script of the page, which may then ask this server. */
  script?: string
  /**
   * Whether the answer to a form can lead to an application. Chromium and Safari hold every redirect after a form to
   * form-action, also those that the application makes on its own side, to hosts and schemes that nobody here knows (and
   * `[::1]` could not even be written there). So such a page goes without it; its forms are fixed, and it has no script.
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
