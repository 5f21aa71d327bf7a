// The pages of getting back into an account: asking for a message, and choosing a new password.
import { type Ends, renderSignInMessage } from '@linnet/pages'
import { neighbourhood } from '../../../platform/net/client-address.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { Account } from '../accounts/index.ts'
import { isEmail, newPasswordFault } from './account-form.ts'
import { chosen, endsIn, usualEnds } from './endings.ts'
import { answerPage, type Entrance } from './entrance.ts'
import type { SignInNeeds } from './needs.ts'
import { type OneTimeLink, type OneTimeLinks, passwordMark } from './one-time-links.ts'
import { home, judgeReturnAddress } from './return-address.ts'
import { passwordReset } from './signing-in.ts'
import { bookMessage } from './throttle.ts'

type Needs = SignInNeeds & {
  entrance: Entrance
  links: OneTimeLinks
}

export function resetPages(needs: Needs): PageRoute[] {
  const { accounts, audit, endings, entrance, limiter, links, mailer, notices } = needs
  const { origins, publicOrigin, sessions, transaction } = needs
  const host = new URL(publicOrigin).host

  /** Sends the address to the owner; for an e-mail without account does the same but for the message. */
  async function sendAddress(visit: PageVisit, email: string): Promise<void> {
    await bookMessage(limiter, visit.client)
    const account = await accounts.byEmail(email)
    const token = await transaction((tx) =>
      links.issueToMailbox(tx, {
        purpose: 'reset',
        userId: account?.id ?? null,
        subject: email.toLowerCase(),
        payload: { password: account ? passwordMark(account) : '' },
        now: visit.now,
      }),
    )
    if (!account || token === null) return
    const address = `${publicOrigin}/account/reset-password?token=${token}`
    mailer.send({
      to: account.email,
      ...renderSignInMessage({ kind: 'reset-password', host, address }, visit.language),
    })
  }

  /** Whose password the token changes; null where it does not work, or not any more. */
  async function ownerOf(link: OneTimeLink<'reset'> | null): Promise<Account | null> {
    const account = link && (await accounts.byId(link.userId ?? 0))
    return account && link.payload.password === passwordMark(account) ? account : null
  }

  /** False where somebody was first. Whatever else could be signed in with the old password ends with it. */
  function replace(
    { client, now }: PageVisit,
    link: OneTimeLink<'reset'>,
    { id: userId }: Account,
    { passwordHash, ends }: { passwordHash: string; ends: Ends },
  ): Promise<boolean> {
    return transaction(async (tx) => {
      if (!(await links.useWithAllOf(tx, link, userId, now))) return false
      await accounts.setPasswordHash(tx, userId, passwordHash)
      await sessions.endAll(tx, userId, null)
      await sessions.forgetDevices(tx, userId)
      await audit.write(tx, { userId, action: 'password_reset', client, now })
      for (const end of chosen(ends)) await endings[end](tx, { userId, client, now })
      return true
    })
  }

  const gone = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'reset' }, 410)

  return [
    {
      method: 'GET',
      path: '/account/forgot-password',
      async answer(visit) {
        const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), origins)
        return answerPage(visit, { kind: 'forgot-password', email: '', returnTo, wrong: false })
      },
    },
    {
      method: 'POST',
      path: '/account/forgot-password',
      async answer(visit) {
        const fields = await visit.form()
        const email = (fields.get('email') ?? '').trim()
        const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, origins)
        if (!isEmail(email))
          return answerPage(visit, { kind: 'forgot-password', email, returnTo, wrong: true }, 422)
        await sendAddress(visit, email)
        return answerPage(visit, { kind: 'sent', what: 'reset', email })
      },
    },
    {
      method: 'GET',
      path: '/account/reset-password',
      async answer(visit) {
        const token = visit.url.searchParams.get('token') ?? ''
        const account = await ownerOf(await links.find(token, 'reset', visit.now))
        if (!account) return gone(visit)
        const { email } = account
        return answerPage(visit, { kind: 'reset-password', token, email, wrong: null, ends: usualEnds })
      },
    },
    {
      method: 'POST',
      path: '/account/reset-password',
      async answer(visit) {
        const fields = await visit.form()
        const [token, password] = [fields.get('token') ?? '', fields.get('password') ?? '']
        const ends = endsIn(fields)
        const link = await links.find(token, 'reset', visit.now)
        const account = await ownerOf(link)
        if (!link || !account) return gone(visit)
        const { email } = account
        const wrong = newPasswordFault(password, account)
        if (wrong) return answerPage(visit, { kind: 'reset-password', token, email, wrong, ends }, 422)
        const password_hash = await hashPassword(password, { by: neighbourhood(visit.client.address) })
        if (!(await replace(visit, link, account, { passwordHash: password_hash, ends }))) return gone(visit)
        await notices.send({ account, kind: 'password-changed', deed: 'password_reset', by: visit })
        // The mailbox is one factor; an account with two asks for the other as well.
        return await entrance.afterFirstFactor(visit, { ...account, password_hash }, passwordReset, home)
      },
    },
  ]
}
