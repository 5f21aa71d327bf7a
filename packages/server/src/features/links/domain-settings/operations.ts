// The dashboard's operations on the settings of domains.
import { type Api, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import { type ChangeNeeds, changeSettings, type SettingsOwner, settingsRecord } from './changing.ts'

/** What names the default domain where others have an id. */
export const defaultName = 'default'

export interface SettingsOperationNeeds extends ChangeNeeds {
  accounts: Pick<Accounts, 'administrator'>
  audit: Audit
  /** The host of the default domain. */
  defaultHost: string
}

export function domainSettingsOperations(needs: SettingsOperationNeeds): Handlers<Api['domainSettings']> {
  const { store, domains, accounts, audit, defaultHost } = needs

  /** The domain that a path means: one of the workspace, or the default domain for administrators. */
  async function ownerOf(id: string, { caller }: RequestContext): Promise<SettingsOwner> {
    const userId = caller.workspaceId
    if (id === defaultName) {
      await accounts.administrator(caller)
      return { domainId: 0, id, name: defaultHost, userId }
    }
    const found = await domains.owned(userId, id)
    if (!found) throw new Refusal('not_found')
    return { domainId: found.id, id, name: found.name, userId }
  }

  return {
    async get({ id }, context) {
      const owner = await ownerOf(id, context)
      return { data: settingsRecord(owner, await store.read(owner.domainId)) }
    },
    async update({ id, ...change }, context) {
      const owner = await ownerOf(id, context)
      const { client, now } = context
      return {
        data: await changeSettings(needs, owner, change, (tx) =>
          audit.write(tx, {
            userId: owner.userId,
            action: 'domain_settings_changed',
            detail: { domain: owner.name },
            client,
            now,
          }),
        ),
      }
    },
  }
}
