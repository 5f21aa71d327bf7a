// The operations of second factors and passkeys, for the owner of the account.
import { type Api, type Passkey, Refusal } from '@linnet/contract'
import type { Caller, Handlers } from '../../../platform/operations/handler.ts'
import type { Account } from '../accounts/index.ts'
import { addPasskey, creationOptions, type PasskeyNeeds } from './passkeys.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  disable,
  renewCodes,
  type SecondFactorNeeds,
} from './second-factor.ts'
import type { PasskeyRow } from './store.ts'

export type AuthenticatorOperationNeeds = SecondFactorNeeds & PasskeyNeeds

export function authenticatorOperations(needs: AuthenticatorOperationNeeds): Handlers<Api['authenticators']> {
  return { ...secondFactorOperations(needs), ...passkeyOperations(needs) }
}

type SecondFactorHandlers = Pick<
  Handlers<Api['authenticators']>,
  'secondFactor' | 'beginSecondFactor' | 'confirmSecondFactor' | 'disableSecondFactor' | 'renewRecoveryCodes'
>

function secondFactorOperations(needs: AuthenticatorOperationNeeds): SecondFactorHandlers {
  const { store, accounts } = needs
  const secondFactorOf = async (userId: number) => ({
    data: {
      enabled: (await store.sealedSecret(userId)) !== null,
      recovery_codes_left: await store.recoveryCodesLeft(userId),
    },
  })
  return {
    secondFactor: (_input, { caller }) => secondFactorOf(caller.personId),

    async beginSecondFactor(_input, { caller, now }) {
      const { email } = await requireAccount(accounts, caller)
      return { data: await beginEnrolment(needs, { caller, email, now }) }
    },

    async confirmSecondFactor({ code }, { caller, client, now }) {
      return { data: { recovery_codes: await confirmEnrolment(needs, caller, { code, client, now }) } }
    },

    async disableSecondFactor(_input, { caller, client, now }) {
      await disable(needs, { userId: caller.personId, client, now })
      return await secondFactorOf(caller.personId)
    },

    async renewRecoveryCodes(_input, { caller, client, now }) {
      return { data: { recovery_codes: await renewCodes(needs, { userId: caller.personId, client, now }) } }
    },
  }
}

type PasskeyHandlers = Omit<Handlers<Api['authenticators']>, keyof SecondFactorHandlers>

function passkeyOperations(needs: AuthenticatorOperationNeeds): PasskeyHandlers {
  const { store, audit, accounts } = needs
  return {
    async listPasskeys(_input, { caller }) {
      return { data: (await store.passkeysOf(caller.personId)).map(passkeyRecord) }
    },

    async passkeyOptions(_input, { caller, now }) {
      const account = await requireAccount(accounts, caller)
      return { data: await creationOptions(needs, { caller, account, now }) }
    },

    async addPasskey({ name, credential }, { caller, client, now }) {
      return { data: passkeyRecord(await addPasskey(needs, { caller, name, credential, client, now })) }
    },

    async renamePasskey({ id, name }, { caller }) {
      const row = await store.renamePasskey(caller.personId, id, name)
      if (!row) throw new Refusal('not_found')
      return { data: passkeyRecord(row) }
    },

    async removePasskey({ id }, { caller, client, now }) {
      const account = await requireAccount(accounts, caller)
      const { id: userId } = account
      await store.transaction(async (tx) => {
        await accounts.requireAnotherWayIn(tx, account, id)
        const row = await store.deletePasskey(tx, userId, id)
        if (!row) throw new Refusal('not_found')
        const detail = { passkey: id, name: row.name }
        await audit.write(tx, { userId, action: 'passkey_removed', detail, client, now })
      })
      return { data: { id, removed: true } }
    },
  }
}

async function requireAccount(
  accounts: AuthenticatorOperationNeeds['accounts'],
  { personId: userId }: Caller,
): Promise<Account> {
  const account = await accounts.byId(userId)
  if (!account) throw new Refusal('unauthenticated', 'Sign in first.')
  return account
}

function passkeyRecord({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return { id, name, created_at, last_used_at }
}
