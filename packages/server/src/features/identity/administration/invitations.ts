// What administrators see of pending invitations, and withdrawing one.
import { type Api, type PendingInvitation, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { RunTransaction, Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'

export interface InvitationNeeds {
  transaction: RunTransaction
  audit: Audit
  invitations: {
    pending(): Promise<PendingInvitation[]>
    withdraw(tx: Tx, id: string): Promise<string | null>
  }
}

type InvitationHandlers = Pick<Handlers<Api['administration']>, 'invitations' | 'withdrawInvitation'>

export function invitationOperations({
  transaction,
  audit,
  invitations,
}: InvitationNeeds): InvitationHandlers {
  return {
    async invitations() {
      return { data: await invitations.pending() }
    },

    async withdrawInvitation({ id }, { caller, client, now }) {
      await transaction(async (tx) => {
        const email = await invitations.withdraw(tx, id)
        if (email === null) throw new Refusal('not_found', "This invitation doesn't exist, or has been used.")
        const { personId: userId } = caller
        await audit.write(tx, { userId, action: 'invitation_withdrawn', detail: { email }, client, now })
      })
      return { data: { id, withdrawn: true } }
    },
  }
}
