// The operations of somebody who is not signed in yet.
import type { Api } from '@linnet/contract'
import type { Handlers } from '../../platform/handler.ts'
import { type SigningInNeeds, signIn } from './signing-in.ts'

export function signInOperations(needs: SigningInNeeds): Handlers<Api['signIn']> {
  return {
    async signIn({ email, password }, { client, now, setSession }) {
      const { account, session } = await signIn(needs, { email, password, client, now })
      setSession(session)
      return { data: needs.accounts.record(account) }
    },
  }
}
