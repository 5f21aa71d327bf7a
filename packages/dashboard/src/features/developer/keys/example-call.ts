// An example of what a new API key can do.
import type { Scope } from '@linnet/contract/scopes'

const readPaths: [Scope, string][] = [
  ['links:read', '/links'],
  ['user:read', '/user'],
  ['qr:read', '/qr'],
  ['microsites:read', '/microsites'],
]

/** A request that the key may make and that changes nothing; null if it may only change things. */
export function exampleCall(api: string, key: string, scopes: Scope[]): string | null {
  const path = readPaths.find(([scope]) => scopes.includes(scope))?.[1]
  return path ? `curl ${api}${path} \\\n  -H 'Authorization: Bearer ${key}'` : null
}
