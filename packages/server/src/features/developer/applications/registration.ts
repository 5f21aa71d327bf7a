// The client metadata of applications that register themselves (RFC 7591), which are mostly agents.
import {
  allScopes,
  appNameFault,
  type Fault,
  faultSentence,
  redirectUriFault,
  type Scope,
  scopesIn,
} from '@linnet/contract'

/** Client metadata that has been checked. */
export interface ClientMetadata {
  name: string
  homepage: string | null
  redirectUris: string[]
  scopes: Scope[]
}

/** A registration that is refused, with the codes of RFC 7591, section 3.2.2. */
export class RegistrationError extends Error {
  constructor(
    readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata',
    message: string,
  ) {
    super(message)
  }
}

const mostRedirectUris = 20
// Anybody can have this stored, so the limit is low.
const mostRedirectCharacters = 4096
const longestName = 100
const longestAddress = 2048

/**
 * Checks client metadata (RFC 7591, section 2), from a registration or from a document. Applications that register
 * themselves are public. What else they request (a secret, another grant type, unknown scopes) is left out, as the RFC
 * allows, and the response shows what was registered.
 */
export function readClientMetadata(metadata: Record<string, unknown>): ClientMetadata {
  const uris = metadata.redirect_uris
  if (!Array.isArray(uris) || uris.length === 0)
    throw new RegistrationError('invalid_redirect_uri', 'redirect_uris must contain at least one URI.')
  if (uris.length > mostRedirectUris)
    throw new RegistrationError(
      'invalid_redirect_uri',
      `redirect_uris can contain at most ${mostRedirectUris} URIs.`,
    )
  for (const uri of uris) {
    const fault: Fault | null = typeof uri === 'string' ? redirectUriFault(uri) : { code: 'not_absolute' }
    if (fault) throw new RegistrationError('invalid_redirect_uri', `A redirect URI ${faultSentence(fault)}.`)
  }
  if (JSON.stringify(uris).length > mostRedirectCharacters)
    throw new RegistrationError('invalid_redirect_uri', 'The redirect URIs are too long in total.')
  requireSupported('grant_types', metadata.grant_types, 'authorization_code')
  requireSupported('response_types', metadata.response_types, 'code')
  return {
    name: nameOf(metadata.client_name, uris[0] as string),
    homepage: homepageOf(metadata.client_uri),
    redirectUris: uris as string[],
    scopes: scopesOf(metadata.scope),
  }
}

function requireSupported(field: string, value: unknown, needed: string): void {
  if (value === undefined || (Array.isArray(value) && value.includes(needed))) return
  throw new RegistrationError('invalid_client_metadata', `${field} must contain "${needed}".`)
}

/** The name is shown to people, so it is one line of visible characters. By default, it is the host of the redirect address. */
function nameOf(value: unknown, redirectUri: string): string {
  const name = typeof value === 'string' ? visible(value) : ''
  return appNameFault(name) === null
    ? name
    : new URL(redirectUri).host || new URL(redirectUri).protocol.slice(0, -1)
}

function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
}

function homepageOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress) return null
  const url = URL.parse(value)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The known scopes among those requested; all scopes if there are none. */
function scopesOf(value: unknown): Scope[] {
  const known = typeof value === 'string' ? scopesIn(value) : []
  return known.length > 0 ? known : allScopes
}
