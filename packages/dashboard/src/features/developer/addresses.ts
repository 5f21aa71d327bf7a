// The URLs of this instance's APIs, for examples that work as copied.
import { useMe } from '../../lib/session.ts'

export interface Addresses {
  /** Ends in `/v2`. */
  api: string
  /** Ends in `/mcp`. */
  mcp: string
  /** The authorization server, without a trailing slash. */
  issuer: string
}

export function useAddresses(): Addresses {
  const { api_url, mcp_url, auth_url } = useMe()
  return { api: api_url, mcp: mcp_url, issuer: auth_url }
}
