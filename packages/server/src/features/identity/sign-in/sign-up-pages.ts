// The pages of signing up: the form, by invitation or for everyone, and the confirmation of the e-mail.
import { renderSignInMessage, type WrongFields } from '@linnet/pages'
import { neighbourhood } from '../../../platform/net/client-address.ts'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { checkPassword, hashPassword } from '../../../platform/security/passwords.ts'
import type { Account } from '../accounts/index.ts'
import { type AccountForm, readAccountForm, wrongFieldsOf } from './account-form.ts'
import { answerPage, type Entrance } from './entrance.ts'
import type { SignInNeeds } from './needs.ts'
import type { OneTimeLink, OneTimeLinks } from './one-time-links.ts'
import { judgeReturnAddress } from './return-address.ts'
import { bookConfirmation, bookMessage } from './throttle.ts'

type Needs = SignInNeeds & { entrance: Entrance; links: OneTimeLinks }

export function signUpPages(needs: Needs): PageRoute[] {
  const { accounts, entrance, limiter, links, mailer, origins, publicOrigin, signUps, transaction } = needs
  const host = new URL(publicOrigin).host

  /** Why there is no form for this visit; null where there is one. `invitation` is what its token is good for. */
  function refusal(visit: PageVisit, token: string | null, invitation: OneTimeLink<'invitation'> | null) {
    if (signUps === 'closed') return answerPage(visit, { kind: 'sign-ups-closed', why: 'closed' }, 403)
    if (token !== null && !invitation) return answerPage(visit, { kind: 'gone', what: 'invitation' }, 410)
    if (signUps === 'invite' && !invitation)
      return answerPage(visit, { kind: 'sign-ups-closed', why: 'invite' }, 403)
    return null
  }

  const invitationOf = (visit: PageVisit, token: string | null) =>
    token === null ? null : links.find(token, 'invitation', visit.now)

  function form(
    visit: PageVisit,
    given: { name: string; email: string; returnTo: string; invitation: string | null; wrong: WrongFields },
  ) {
    return answerPage(visit, { kind: 'sign-up', ...given }, Object.keys(given.wrong).length > 0 ? 422 : 200)
  }

  /** The account of who has used up `link`; null where somebody was first, or the e-mail has an account by now. */
  function create(
    visit: PageVisit,
    link: OneTimeLink<'sign-up' | 'invitation'>,
    { name, passwordHash }: { name: string; passwordHash: string },
  ): Promise<Account | null> {
    const { client, now } = visit
    const wanted = {
      email: link.subject,
      name,
      passwordHash,
      admin: false,
      stranger: link.purpose === 'sign-up',
      client,
      now,
    }
    return transaction(async (tx) =>
      (await links.use(tx, link, now)) ? await accounts.create(tx, wanted) : null,
    )
  }

  /** Sends a confirmation, or to who has an account already a word about that; the same for all that can be seen. */
  async function askToConfirm(visit: PageVisit, { name, email, password }: AccountForm, returnTo: string) {
    await bookMessage(limiter, visit.client)
    const passwordHash = await hashPassword(password, { by: neighbourhood(visit.client.address) })
    const account = await accounts.byEmail(email)
    const token = await transaction((tx) =>
      links.issueToMailbox(tx, {
        purpose: 'sign-up',
        userId: account?.id ?? null,
        subject: email.toLowerCase(),
        payload: { name, passwordHash, returnTo },
        now: visit.now,
      }),
    )
    if (token === null) return
    const message = account
      ? ({
          kind: 'has-account',
          host,
          signIn: `${publicOrigin}/account/sign-in`,
          forgotPassword: `${publicOrigin}/account/forgot-password`,
        } as const)
      : ({
          kind: 'confirm-sign-up',
          host,
          address: `${publicOrigin}/account/confirm?token=${token}`,
        } as const)
    mailer.send({ to: account?.email ?? email, ...renderSignInMessage(message, visit.language) })
  }

  const gone = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'sign-up' }, 410)

  return [
    {
      method: 'GET',
      path: '/account/sign-up',
      mayBePopup: true,
      async answer(visit) {
        const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), origins)
        if (visit.caller) return seeOther(returnTo, visit.requestId)
        const token = visit.url.searchParams.get('token')
        const invitation = await invitationOf(visit, token)
        const given = { name: '', email: invitation?.subject ?? '', returnTo, invitation: token, wrong: {} }
        return refusal(visit, token, invitation) ?? form(visit, given)
      },
    },
    {
      method: 'POST',
      path: '/account/sign-up',
      async answer(visit) {
        const fields = await visit.form()
        const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, origins)
        const token = fields.get('token') ?? null
        const invitation = await invitationOf(visit, token)
        const refused = refusal(visit, token, invitation)
        if (refused) return refused
        const given = readAccountForm(fields, invitation?.subject)
        const wrong = wrongFieldsOf(given)
        if (Object.keys(wrong).length > 0)
          return form(visit, { ...given, returnTo, invitation: token, wrong })
        if (!invitation) {
          await askToConfirm(visit, given, returnTo)
          return answerPage(visit, { kind: 'sent', what: 'sign-up', email: given.email })
        }
        const passwordHash = await hashPassword(given.password, { by: neighbourhood(visit.client.address) })
        const account = await create(visit, invitation, { name: given.name, passwordHash })
        return account
          ? await entrance.arrive(visit, account, 'invitation', returnTo)
          : answerPage(visit, { kind: 'gone', what: 'invitation' }, 410)
      },
    },
    {
      method: 'GET',
      path: '/account/confirm',
      async answer(visit) {
        const token = visit.url.searchParams.get('token') ?? ''
        const link = await links.find(token, 'sign-up', visit.now)
        if (signUps !== 'open' || !link) return gone(visit)
        return answerPage(visit, { kind: 'confirm', token, email: link.subject, wrong: false })
      },
    },
    {
      method: 'POST',
      path: '/account/confirm',
      async answer(visit) {
        const fields = await visit.form()
        const token = fields.get('token') ?? ''
        const link = await links.find(token, 'sign-up', visit.now)
        if (signUps !== 'open' || !link) return gone(visit)
        await bookConfirmation(limiter, link.tokenHash)
        const by = neighbourhood(visit.client.address)
        // Whoever opens the message may not be who signed up: without this, a stranger would know the password.
        if (!(await checkPassword(fields.get('password') ?? '', link.payload.passwordHash, { by })))
          return answerPage(visit, { kind: 'confirm', token, email: link.subject, wrong: true }, 401)
        const account = await create(visit, link, link.payload)
        return account ? await entrance.arrive(visit, account, 'sign-up', link.payload.returnTo) : gone(visit)
      },
    },
  ]
}
