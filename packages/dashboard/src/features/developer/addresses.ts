// Where this instance's programs are reached: what goes into the examples, so that they work as they are copied.
import { useMe } from '../../lib/session.ts'

export interface Addresses {
  /** Ends in `/v2`. */
  api: string
  /** Ends in `/mcp`. */
  mcp: string
  /** Of the authorization server, without a slash at its end. */
  issuer: string
}

export function useAddresses(): Addresses {
  const { api_url, mcp_url, auth_url } = useMe()
  return { api: api_url, mcp: mcp_url, issuer: auth_url }
}
