// Hosts that deceive visitors, look-alikes and other shorteners, and what the operator's policies do about them.
import { createLookAlikes } from './look-alikes.ts'
import { isShortener } from './shorteners.ts'

/** What is done about a kind of destination: nothing, visitors see it first, or links to it are refused. */
export type Policy = 'allow' | 'warn' | 'refuse'

/** Why visitors see a destination before they go there. */
export type Suspicion = 'look_alike' | 'shortener'

export interface Suspicions {
  /** Whether any kind is warned about. */
  warns: boolean
  /** Whether any kind is refused. */
  refuses: boolean
  /** Why a host falls under this policy; null if it doesn't. */
  find(host: string, policy: Policy): Suspicion | null
}

/** `protectedDomains` are domains that no host may imitate, besides the well-known ones. */
export function createSuspicions(
  policies: Record<Suspicion, Policy>,
  protectedDomains: readonly string[],
): Suspicions {
  const isLookAlike = createLookAlikes(protectedDomains)
  const isUsed = (policy: Policy) => Object.values(policies).includes(policy)
  return {
    warns: isUsed('warn'),
    refuses: isUsed('refuse'),
    find(host, policy) {
      if (policies.look_alike === policy && isLookAlike(host)) return 'look_alike'
      return policies.shortener === policy && isShortener(host) ? 'shortener' : null
    },
  }
}
