// Resource indicators (RFC 8707): the addresses that a token can be restricted to, and where it may be used.
import { OauthError } from './oauth-error.ts'

/** The resources that accept access tokens. */
export type Resource = 'api' | 'mcp'

export interface Resources {
  /** The requested resources as they are stored: separated by spaces, null for none. Throws `invalid_target`. */
  requested(wanted: string[]): string | null
  /** The granted resources that a token is for: the requested ones, or all by default. Throws `invalid_target`. */
  narrowed(granted: string | null, wanted: string[]): string | null
  /** Whether a token bound to these resources may be used at this one; an unbound token always may. */
  admits(bound: string | null, resource: Resource): boolean
}

export function createResources(origins: { api: string; mcp: string }): Resources {
  const addresses: Record<Resource, ReadonlySet<string>> = {
    api: new Set([origins.api, `${origins.api}/v2`]),
    mcp: new Set([origins.mcp, `${origins.mcp}/mcp`]),
  }
  const known = new Set([...addresses.api, ...addresses.mcp])

  function normal(wanted: string[]): string[] {
    // Some clients add a slash at the end.
    const normal = [...new Set(wanted.map((address) => address.replace(/\/$/, '')))]
    const unknown = normal.find((address) => !known.has(address))
    if (unknown !== undefined)
      throw new OauthError('invalid_target', `"resource" must be one of ${[...known].join(', ')}.`)
    return normal
  }

  return {
    requested: (wanted) => normal(wanted).join(' ') || null,
    narrowed(granted, wanted) {
      const requested = normal(wanted)
      const bound = granted?.split(' ') ?? null
      if (requested.length === 0) return granted
      if (bound && !requested.every((address) => bound.includes(address)))
        throw new OauthError('invalid_target', 'This "resource" was not part of what was authorized.')
      return requested.join(' ')
    },
    admits: (bound, resource) =>
      bound === null || bound.split(' ').some((address) => addresses[resource].has(address)),
  }
}
