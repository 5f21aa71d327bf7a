// The last steps of every way in with a browser: the code of a second factor, the session, and on to where one came from.
import type { SignInPage } from '@linnet/pages'
import { formPagePolicy, renderSignInPage } from '@linnet/pages'
import { pageResponse, seeOther } from '../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../platform/operations/page.ts'
import type { Account } from '../accounts/index.ts'
import type { SignInNeeds } from './needs.ts'
import { type OneTimeLinks, passwordMark } from './one-time-links.ts'
import { isOwnPage } from './return-address.ts'
import { begin, noteAsked } from './signing-in.ts'

export const mostCodes = 5

/** A page of this feature as an answer. */
export function answerPage(
  visit: PageVisit,
  page: SignInPage,
  status = 200,
  cookies: readonly string[] = [],
): Response {
  const script = page.kind === 'sign-in' ? page.passkeys?.script : undefined
  return pageResponse(renderSignInPage(page, visit.language), {
    status,
    language: visit.language,
    requestId: visit.requestId,
    contentSecurityPolicy: formPagePolicy(script === undefined ? {} : { script }),
    cookies,
  })
}

/** For whoever has proved that the account is theirs, and is told why they can not use it. */
function blockedPage(visit: PageVisit, reason: string): Response {
  return answerPage(visit, { kind: 'blocked', reason }, 403)
}

/**
 * Sends the browser on from a form. Browsers hold all redirects that follow a form to its page's policy, and an
 * authorization goes on to any application: so whoever came from elsewhere goes on from a page of its own.
 */
export function goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response {
  return isOwnPage(returnTo)
    ? seeOther(returnTo, visit.requestId, cookies)
    : answerPage(visit, { kind: 'signed-in', to: returnTo }, 200, cookies)
}

export class Entrance {
  constructor(
    private readonly needs: SignInNeeds,
    private readonly links: OneTimeLinks,
  ) {}

  /** Sends the browser on, signed in. */
  async finish(visit: PageVisit, account: Account, how: string, returnTo: string): Promise<Response> {
    return seeOther(returnTo, visit.requestId, await this.cookies(visit, account, how))
  }

  /** The same for the answer to a form. */
  async arrive(visit: PageVisit, account: Account, how: string, returnTo: string): Promise<Response> {
    if (account.blocked_reason !== null) return blockedPage(visit, account.blocked_reason)
    return goOn(visit, returnTo, await this.cookies(visit, account, how))
  }

  /** For whoever has proved the first factor: asks for the second where the account has one. */
  async afterFirstFactor(
    visit: PageVisit,
    account: Account,
    how: string,
    returnTo: string,
  ): Promise<Response> {
    if (account.blocked_reason !== null) return blockedPage(visit, account.blocked_reason)
    if (!(await this.needs.authenticators.required(account.id)))
      return await this.arrive(visit, account, how, returnTo)
    await noteAsked(this.needs, account, visit)
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

  /** The code that was asked for: right, wrong, or too late. */
  async takeCode(visit: PageVisit, token: string, code: string): Promise<Response> {
    const { accounts, authenticators, transaction } = this.needs
    const gone = () => answerPage(visit, { kind: 'gone', what: 'second-factor' }, 410)
    const link = await this.links.find(token, 'second-factor', visit.now)
    const account = link && (await accounts.byId(link.userId ?? 0))
    if (!account || link.payload.password !== passwordMark(account) || link.payload.tries >= mostCodes)
      return gone()
    // Counted before the code is looked at, so that many at once are not more tries.
    const counted = { ...link, payload: { ...link.payload, tries: link.payload.tries + 1 } }
    if (!(await transaction((tx) => this.links.replacePayload(tx, link, counted.payload)))) return gone()
    const factor = await authenticators.take(account.id, code, visit)
    if (factor === null)
      return counted.payload.tries >= mostCodes
        ? gone()
        : answerPage(visit, { kind: 'code', token, returnTo: link.payload.returnTo, wrong: true }, 401)
    if (!(await transaction((tx) => this.links.use(tx, counted, visit.now)))) return gone()
    const { how, returnTo } = link.payload
    return await this.arrive(visit, account, `${how} and ${factor}`, returnTo)
  }

  private async cookies(visit: PageVisit, account: Account, how: string): Promise<string[]> {
    const { session, device } = await begin(this.needs, { ...visit, account, how })
    return [visit.sessionCookie(session), visit.deviceCookie(device)]
  }
}
