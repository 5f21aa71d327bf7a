// What the dashboard requests first: the signed-in user, and what this server offers.
import { type Api, type Me, Refusal } from '@linnet/contract'
import type { Handlers } from '../../platform/operations/handler.ts'
import { hasPassword } from '../../platform/security/passwords.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { SingleSignOn } from '../identity/single-sign-on/index.ts'
import type { Workspaces } from '../identity/workspaces/index.ts'
import type { Domains } from '../links/domains/index.ts'

export interface MeNeeds {
  accounts: Accounts
  workspaces: Workspaces
  domains: Domains
  singleSignOn: Pick<SingleSignOn, 'providerName'>
  origins: { short: string; api: string; mcp: string; auth: string }
  signUps: Me['sign_ups']
  version: string
}

// The most that a select list can reasonably show.
const mostDomains = 100

export function createMe({
  accounts,
  workspaces,
  domains,
  singleSignOn,
  origins,
  signUps,
  version,
}: MeNeeds): {
  operations: { me: Handlers<Api['me']> }
} {
  return {
    operations: {
      me: {
        async get(_input, { caller, now }) {
          const account = await accounts.byId(caller.personId)
          const workspace = await workspaces.byId(caller.workspaceId)
          if (!account || !workspace) throw new Refusal('unauthenticated', 'Sign in first.')
          const [quota, names] = await Promise.all([
            accounts.quotaOf({ id: caller.workspaceId, plan: caller.plan }, now),
            domains.verifiedNames(caller.workspaceId, mostDomains),
          ])
          return {
            data: {
              user: await accounts.recordFor(caller, account),
              email_confirmed: account.email_verified_at !== null,
              password: hasPassword(account),
              provider: singleSignOn.providerName,
              administrator: account.is_admin === 1,
              quarantined_until: accounts.quarantineOf(workspace, now),
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
