// What the dashboard requests first: the signed-in user, and what this server offers.
import { type Api, type Me, Refusal } from '@linnet/contract'
import type { Handlers } from '../../platform/operations/handler.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { Domains } from '../links/domains/index.ts'

export interface MeNeeds {
  accounts: Accounts
  domains: Domains
  origins: { short: string; api: string; mcp: string; auth: string }
  signUps: Me['sign_ups']
  version: string
}

// The most that a select list can reasonably show.
const mostDomains = 100

export function createMe({ accounts, domains, origins, signUps, version }: MeNeeds): {
  operations: { me: Handlers<Api['me']> }
} {
  return {
    operations: {
      me: {
        async get(_input, { caller, now }) {
          const account = await accounts.byId(caller.userId)
          if (!account) throw new Refusal('unauthenticated', 'Sign in first.')
          const [quota, names] = await Promise.all([
            accounts.quotaOf(account, now),
            domains.verifiedNames(account.id, mostDomains),
          ])
          return {
            data: {
              user: accounts.record(account),
              email_confirmed: account.email_verified_at !== null,
              administrator: account.is_admin === 1,
              quarantined_until: accounts.quarantineOf(account, now),
              quota,
              short_origin: origins.short,
              domains: names,
              api_url: `${origins.api}/v2`,
              mcp_url: `${origins.mcp}/mcp`,
              auth_url: origins.auth,
              sign_ups: signUps,
              version,
            },
          }
        },
      },
    },
  }
}
