// The last steps of signing in with a browser: the code of a second factor, the session, and the redirect.
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../platform/operations/page.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { SessionOrigin } from '../sessions/index.ts'
import { answerPage, redirectAfterForm } from './answer-page.ts'
import type { SignInNeeds } from './needs.ts'
import { type OneTimeLinks, passwordMark } from './one-time-links.ts'
import { logCodeRequest, startSession } from './signing-in.ts'

const mostCodes = 5

/** A user who has been authenticated, by one factor or in full. */
export interface AuthenticatedUser {
  account: Account
  /** The way of signing in that the audit log shows, such as `password`. */
  how: string
  /** Where the browser goes next: a checked address. */
  returnTo: string
  /** How the session began at the provider of single sign-on, if it did. */
  origin?: SessionOrigin
  /** What else happens in the transaction that starts the session. */
  along?(tx: Tx): Promise<void>
}

export class BrowserSignIn {
  constructor(
    private readonly needs: SignInNeeds,
    private readonly links: OneTimeLinks,
  ) {}

  /** Starts a session and redirects the browser. */
  async finish(visit: PageVisit, user: AuthenticatedUser): Promise<Response> {
    return seeOther(user.returnTo, await this.startSession(visit, user))
  }

  /** The same in response to a form. */
  async finishAfterForm(visit: PageVisit, user: AuthenticatedUser): Promise<Response> {
    const { account, returnTo } = user
    if (account.blocked_reason !== null) return blockedPage(visit, account.blocked_reason)
    return redirectAfterForm(visit, returnTo, await this.startSession(visit, user))
  }

  /** Asks for the second factor if the account has one; otherwise signs the user in. */
  async continueWithSecondFactor(visit: PageVisit, user: AuthenticatedUser): Promise<Response> {
    const { account, how, returnTo } = user
    if (account.blocked_reason !== null) return blockedPage(visit, account.blocked_reason)
    if (!(await this.needs.authenticators.required(account.id)))
      return await this.finishAfterForm(visit, user)
    await logCodeRequest(this.needs, account, visit)
    const { token } = await this.needs.transaction((tx) =>
      this.links.issue(tx, {
        purpose: 'second-factor',
        userId: account.id,
        subject: String(account.id),
        payload: { password: passwordMark(account), how, returnTo, tries: 0 },
        now: visit.now,
      }),
    )
    return answerPage(visit, { kind: 'code', token, returnTo, wrong: false })
  }

  /** Checks the code of the second factor. */
  async takeCode(visit: PageVisit, { token, code }: { token: string; code: string }): Promise<Response> {
    const { accounts, authenticators, transaction } = this.needs
    const link = await this.links.find(token, 'second-factor', visit.now)
    const account = link && (await accounts.byId(link.userId ?? 0))
    if (!account || link.payload.password !== passwordMark(account) || link.payload.tries >= mostCodes)
      return expiredPage(visit)
    // Counted before the code is checked, so that concurrent requests don't get more tries.
    const payload = { ...link.payload, tries: link.payload.tries + 1 }
    if (!(await transaction((tx) => this.links.replacePayload(tx, link, payload)))) return expiredPage(visit)
    const { how, returnTo } = payload
    const factor = await authenticators.take(account.id, code, visit)
    if (factor === null)
      return payload.tries >= mostCodes
        ? expiredPage(visit)
        : answerPage(visit, { kind: 'code', token, returnTo, wrong: true }, 401)
    if (!(await transaction((tx) => this.links.use(tx, link, visit.now)))) return expiredPage(visit)
    return await this.finishAfterForm(visit, { account, how: `${how} and ${factor}`, returnTo })
  }

  /** The cookies of the new session. */
  private async startSession(visit: PageVisit, user: AuthenticatedUser): Promise<string[]> {
    const { session, device } = await startSession(this.needs, { ...visit, ...user })
    return [visit.sessionCookie(session), visit.deviceCookie(device)]
  }
}

/** For a user who has authenticated, and so may learn why the account can't be used. */
function blockedPage(visit: PageVisit, reason: string): Response {
  return answerPage(visit, { kind: 'blocked', reason }, 403)
}

const expiredPage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'second-factor' }, 410)
