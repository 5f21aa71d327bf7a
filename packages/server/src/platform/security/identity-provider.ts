// What the operator says about the OpenID Connect provider: where it is, whom it gives an account, and where its groups belong.

export interface IdentityProvider {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** As people read it. */
  name: string
  /** Who gets an account on first sign-in. */
  allow: AllowRule[]
  /** Which workspaces its groups belong to. */
  groups: GroupPlace[]
}

/** A domain of verified e-mail addresses, or a group of the provider. */
export type AllowRule = { domain: string } | { group: string }

/** In ascending order. No group makes anyone an owner, who could delete the workspace. */
export const groupRoles = ['viewer', 'editor', 'admin'] as const
export type GroupRole = (typeof groupRoles)[number]

/** The members of a group of the provider get this role in a workspace. */
export interface GroupPlace {
  group: string
  workspace: string
  role: GroupRole
}

/**
 * Whether this can be an issuer (OpenID Connect Discovery 1.0, section 3): a URL without query and fragment. Without TLS
 * only on this machine, for development.
 */
export function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.search || url.hash || url.username || url.pathname.includes('/.well-known/')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))
}

const isThisMachine = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/** Reads `example.org` or `group:staff`; null if it is neither. */
export function allowRuleOf(text: string): AllowRule | null {
  if (text.startsWith('group:')) {
    const group = text.slice('group:'.length).trim()
    return group ? { group } : null
  }
  const address = `http://${text}/`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.includes('.') && !/[\s/?#@:*\\]/.test(text) ? { domain: host } : null
}

/** Reads `staff=wsp_…:editor`; null if it is nothing like that. Names of groups may contain "=", as in LDAP. */
export function groupPlaceOf(text: string): GroupPlace | null {
  const end = text.lastIndexOf('=')
  const group = text.slice(0, Math.max(end, 0)).trim()
  const [, workspace, role] = /^(wsp_\w+):(\w+)$/.exec(text.slice(end + 1).trim()) ?? []
  const known = groupRoles.find((one) => one === role)
  return group && workspace && known ? { group, workspace, role: known } : null
}
