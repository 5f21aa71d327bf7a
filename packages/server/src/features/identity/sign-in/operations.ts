// The operations of signing in, confirming one's identity, and inviting others.
import { type Api, detailOf, Refusal } from '@linnet/contract'
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
import { requirePasswords } from './password-sign-in.ts'
import { reauthenticate } from './reauthentication.ts'
import { accountOf, logCodeRequest, startSession } from './signing-in.ts'
import { bookOptions } from './throttle.ts'

interface SignInOperationNeeds extends SignInNeeds {
  links: OneTimeLinks
  failedTries: FailedTries
}

export function signInOperations(needs: SignInOperationNeeds): Handlers<Api['signIn']> {
  const { accounts, audit, authenticators, mailer, publicOrigin, transaction } = needs

  /** The factors that the user has signed in with; refuses if a second factor is missing or wrong. */
  async function factorsOf(
    account: Account,
    code: string | undefined,
    context: RequestContext,
  ): Promise<string> {
    if (account.blocked_reason !== null) throw blockedAccount(account.blocked_reason)
    if (!(await authenticators.required(account.id))) return 'password'
    const factor = code === undefined ? null : await authenticators.take(account.id, code.trim(), context)
    if (factor !== null) return `password and ${factor}`
    if (code === undefined) await logCodeRequest(needs, account, context)
    throw new Refusal('wrong_password', 'This account has two-factor authentication. Send a code.', [
      detailOf('code', { code: code === undefined ? 'code_required' : 'code_wrong' }),
    ])
  }

  return {
    async signIn({ email, password, code }, context) {
      requirePasswords(needs)
      const account = await accountOf(needs, { ...context, email, password, users: 'everyone' })
      if (!account) throw new Refusal('wrong_password', 'Incorrect e-mail or password. Try again.')
      const how = await factorsOf(account, code, context)
      const { session, device } = await startSession(needs, { ...context, account, how })
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
      const inviter = await accounts.byId(caller.personId)
      if (!inviter?.is_admin) throw new Refusal('forbidden', 'Only administrators can invite people.')
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
