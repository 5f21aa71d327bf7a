// The dashboard's operations on the way to an account: signing in, and inviting others.
import { type Api, Refusal } from '@linnet/contract'
import { renderSignInMessage } from '@linnet/pages'
import { blockedAccount } from '../../../platform/operations/blocked-account.ts'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import { freshSeconds } from '../../../platform/operations/reauthentication.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Account } from '../accounts/index.ts'
import type { FailedTries } from './failed-tries.ts'
import { invite } from './invitations.ts'
import type { SignInNeeds } from './needs.ts'
import { invitationDays, type OneTimeLinks } from './one-time-links.ts'
import { reauthenticate } from './reauthentication.ts'
import { accountOf, begin, noteAsked } from './signing-in.ts'
import { bookOptions } from './throttle.ts'

type Needs = SignInNeeds & { links: OneTimeLinks; failedTries: FailedTries }

export function signInOperations(needs: Needs): Handlers<Api['signIn']> {
  const { accounts, audit, authenticators, mailer, publicOrigin, transaction } = needs

  /** The way in with this code, or without one where none is asked for. */
  async function wayIn(account: Account, code: string | undefined, context: RequestContext): Promise<string> {
    if (account.blocked_reason !== null) throw blockedAccount(account.blocked_reason)
    if (!(await authenticators.required(account.id))) return 'password'
    const factor = code === undefined ? null : await authenticators.take(account.id, code.trim(), context)
    if (factor !== null) return `password and ${factor}`
    if (code === undefined) await noteAsked(needs, account, context)
    const message = code === undefined ? 'is asked for by this account' : 'is not right, or was used already'
    throw new Refusal('wrong_password', 'This account asks for a second factor. Send its code.', [
      { path: 'code', message },
    ])
  }

  return {
    async signIn({ email, password, code }, context) {
      const account = await accountOf(needs, { ...context, email, password })
      if (!account) throw new Refusal('wrong_password', 'That e-mail and password do not fit. Try again.')
      const how = await wayIn(account, code, context)
      const { session, device } = await begin(needs, { ...context, account, how })
      context.setSession(session)
      context.setDevice(device)
      return { data: accounts.record(account) }
    },

    async reauthenticate({ password, credential }, { caller, client, now, setSession }) {
      const token = await reauthenticate(needs, caller, { password, credential, client, now })
      setSession(token)
      return { data: { fresh_until: unixSeconds(now) + freshSeconds } }
    },

    async reauthenticationOptions(_input, { caller, now }) {
      await bookOptions(needs.limiter, caller)
      return { data: await authenticators.confirmationOptions(caller, now) }
    },

    async invite({ email, language }, { caller, client, now }) {
      const inviter = await accounts.byId(caller.userId)
      if (!inviter?.is_admin) throw new Refusal('forbidden', 'Only administrators can invite.')
      const invitation = await invite(needs, email, now)
      const { id: userId } = inviter
      const detail = { email: invitation.email }
      await transaction((tx) => audit.write(tx, { userId, action: 'invitation_sent', detail, client, now }))
      const { host } = new URL(publicOrigin)
      const message = { kind: 'invitation', host, address: invitation.url, days: invitationDays } as const
      mailer.send({ to: invitation.email, ...renderSignInMessage(message, language) })
      return { data: invitation }
    },
  }
}
