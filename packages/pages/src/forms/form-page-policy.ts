// The Content-Security-Policy of pages with forms: our stylesheet, at most one script known by its hash, no frame.
import { hashSource } from '../content-security-policy.ts'
import { formStylesheet } from '../styles/forms.ts'

const style = hashSource(formStylesheet)

interface Policy {
  /** The script of the page, which may then ask this server. */
  script?: string
  /**
   * Where the answer to a form may lead beside this site: browsers hold redirects after a form to form-action too. An
   * address of http or https allows its origin, any other its scheme.
   */
  formTo?: string
}

export function formPagePolicy({ script, formTo }: Policy): string {
  return [
    "default-src 'none'",
    `style-src ${style}`,
    'img-src data:',
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`, "connect-src 'self'"]),
    `form-action 'self'${formTo === undefined ? '' : ` ${sourceOf(formTo)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** An address that does not parse, or could break out of the policy, allows nothing. */
function sourceOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  const source = /^https?:$/.test(url.protocol) ? url.origin : url.protocol
  return /^[\w.:[\]/+-]+$/.test(source) ? source : ''
}
