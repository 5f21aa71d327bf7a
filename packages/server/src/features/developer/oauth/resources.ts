// Resource indicators (RFC 8707): the addresses that a token can be bound to, and whether one may be used here.
import { OauthError } from './oauth-error.ts'

/** The parts of the service that take access tokens. */
export type Resource = 'api' | 'mcp'

export interface Resources {
  /** The resources that are asked for, as they are kept: separated by spaces, null for none. Throws `invalid_target`. */
  requested(wanted: string[]): string | null
  /** What a token gets of what was granted: all of it where nothing is asked for, and never more. Throws `invalid_target`. */
  narrowed(granted: string | null, wanted: string[]): string | null
  /** Whether a token that is bound to these may be used at a part of the service; one that is bound to none may. */
  admits(bound: string | null, resource: Resource): boolean
}

export function createResources(origins: { api: string; mcp: string }): Resources {
  const addresses: Record<Resource, ReadonlySet<string>> = {
    api: new Set([origins.api, `${origins.api}/v2`]),
    mcp: new Set([origins.mcp, `${origins.mcp}/mcp`]),
  }
  const known = new Set([...addresses.api, ...addresses.mcp])

  function normal(wanted: string[]): string[] {
    // A slash at the end is the same place to people, and some clients put one there.
    const normal = [...new Set(wanted.map((address) => address.replace(/\/$/, '')))]
    const stranger = normal.find((address) => !known.has(address))
    if (stranger !== undefined)
      throw new OauthError('invalid_target', `"resource" must be one of ${[...known].join(', ')}.`)
    return normal
  }

  return {
    requested: (wanted) => normal(wanted).join(' ') || null,
    narrowed(granted, wanted) {
      const asked = normal(wanted)
      const bound = granted?.split(' ') ?? null
      if (asked.length === 0) return granted
      if (bound && !asked.every((address) => bound.includes(address)))
        throw new OauthError('invalid_target', 'This "resource" was not part of what was authorized.')
      return asked.join(' ')
    },
    admits: (bound, resource) =>
      bound === null || bound.split(' ').some((address) => addresses[resource].has(address)),
  }
}
