// Invitations: one-time addresses at which one person can sign up, issued by operators and administrators.
import { type Invitation, invalidField, Refusal } from '@linnet/contract'
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Accounts } from '../accounts/index.ts'
import { isEmail } from './account-form.ts'
import type { SignInNeeds } from './needs.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { requirePasswords } from './password-sign-in.ts'

export const invitationCommandShapes = {
  invite: {
    name: 'user invite',
    summary: 'Invite one person to sign up, and print the URL to send',
    options: { email: { ...emailOption, meaning: 'E-mail address of the invited person' } },
  },
} satisfies Record<string, CommandShape>

export interface InvitationNeeds
  extends Pick<SignInNeeds, 'passwordSignIn' | 'publicOrigin' | 'signUps' | 'singleSignOn'> {
  accounts: Accounts
  links: OneTimeLinks
  transaction: RunTransaction
}

/** Issues an invitation. Refuses if sign-ups are closed (`forbidden`) or the e-mail address has an account. */
export async function invite(needs: InvitationNeeds, email: string, now: number): Promise<Invitation> {
  const { accounts, links, transaction, signUps, publicOrigin } = needs
  requirePasswords(needs)
  if (signUps === 'closed')
    throw new Refusal(
      'forbidden',
      'Sign-ups are closed, so nobody can be invited. The operator can change the setting SIGNUPS.',
    )
  const subject = email.trim().toLowerCase()
  if (await accounts.byEmail(subject)) throw invalidField('email', { code: 'account_exists' })
  const { token, expiresAt } = await transaction((tx) =>
    links.issue(tx, { purpose: 'invitation', subject, payload: {}, now }),
  )
  return { email: subject, url: `${publicOrigin}/account/sign-up?token=${token}`, expires_at: expiresAt }
}

export function invitationCommands(needs: InvitationNeeds & { now(): number }): Command[] {
  return [
    {
      ...invitationCommandShapes.invite,
      async run({ email = '' }) {
        if (!isEmail(email.trim())) throw new CommandError(`"${email}" is not an e-mail address`)
        return { ...(await invite(needs, email, needs.now())) }
      },
      format: ({ email, url, expires_at }) =>
        `${url}\n\nSend this URL to ${email}. It works once, until ${new Date(Number(expires_at) * 1000).toISOString()}.`,
    },
  ]
}
