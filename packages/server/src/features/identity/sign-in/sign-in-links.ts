// One-time links that sign somebody in who can't sign in otherwise. The operator creates them on the command line.

import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import type { Account } from '../accounts/index.ts'
import { commandLine } from '../audit/index.ts'
import { answerPage } from './answer-page.ts'
import type { BrowserSignIn } from './browser-sign-in.ts'
import type { SignInNeeds } from './needs.ts'
import { type OneTimeLink, type OneTimeLinks, passwordMark } from './one-time-links.ts'
import { home } from './return-address.ts'

export const signInLinkCommandShapes = {
  signInLink: {
    name: 'user sign-in-link',
    summary: 'Print a URL that signs somebody in once, for example while the provider is unavailable',
    options: { email: emailOption },
  },
} satisfies Record<string, CommandShape>

const path = '/account/sign-in/link'

interface SignInLinkNeeds extends Pick<SignInNeeds, 'accounts' | 'audit' | 'publicOrigin' | 'transaction'> {
  links: OneTimeLinks
}

export function signInLinkCommands(needs: SignInLinkNeeds & { now(): number }): Command[] {
  const { accounts, audit, links, publicOrigin, transaction } = needs
  return [
    {
      ...signInLinkCommandShapes.signInLink,
      async run({ email = '' }) {
        const account = await accounts.byEmail(email)
        if (!account) throw new CommandError(`there is no account with the e-mail ${email}`)
        const { id: userId } = account
        const now = needs.now()
        const payload = { password: passwordMark(account) }
        const { token, expiresAt } = await transaction(async (tx) => {
          await audit.write(tx, { userId, action: 'sign_in_link_created', client: commandLine, now })
          return await links.issue(tx, {
            ...{ purpose: 'sign-in link' as const, userId, subject: String(userId), payload, now },
          })
        })
        return { email: account.email, url: `${publicOrigin}${path}?token=${token}`, expires_at: expiresAt }
      },
      format: ({ email, url, expires_at }) =>
        `${url}\n\nWhoever opens this URL is signed in as ${email}. It works once, until ${new Date(Number(expires_at) * 1000).toISOString()}.`,
    },
  ]
}

type PageNeeds = SignInLinkNeeds & { browserSignIn: BrowserSignIn }

export function signInLinkPages(needs: PageNeeds): PageRoute[] {
  return [
    { method: 'GET', path, answer: (visit) => showForm(needs, visit) },
    { method: 'POST', path, answer: (visit) => signIn(needs, visit) },
  ]
}

/** Opening the link changes nothing, because programs that preview links open them too. */
async function showForm(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  if (visit.caller) return seeOther(home)
  const token = visit.url.searchParams.get('token') ?? ''
  const found = await findLink(needs, token, visit)
  if (!found) return expiredPage(visit)
  return answerPage(visit, { kind: 'sign-in-link', token, email: found.account.email })
}

async function signIn(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const found = await findLink(needs, (await visit.form()).get('token') ?? '', visit)
  if (!found) return expiredPage(visit)
  const { link, account } = found
  if (!(await needs.transaction((tx) => needs.links.use(tx, link, visit.now)))) return expiredPage(visit)
  // The link stands for the password: an account with a second factor needs that too.
  const user = { account, how: 'sign-in link', returnTo: home }
  return await needs.browserSignIn.continueWithSecondFactor(visit, user)
}

async function findLink(
  { accounts, links }: PageNeeds,
  token: string,
  { now }: PageVisit,
): Promise<{ link: OneTimeLink<'sign-in link'>; account: Account } | null> {
  const link = await links.find(token, 'sign-in link', now)
  const account = link && (await accounts.byId(link.userId ?? 0))
  return account && link.payload.password === passwordMark(account) ? { link, account } : null
}

const expiredPage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'sign-in-link' }, 410)
