// Connects an existing account to an identity at the provider, once its owner has proved with their password or a passkey that
// it is theirs.
import { Refusal } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { Caller } from '../../../platform/operations/handler.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { isFresh } from '../../../platform/operations/reauthentication.ts'
import { randomText, sha256 } from '../../../platform/security/ids.ts'
import { signInCookie, signInOf } from '../../../platform/security/session-cookie.ts'
import type { Account } from '../accounts/index.ts'
import type { Claims } from './claims.ts'
import { newIdentity, recordUse } from './identities.ts'
import type { PageNeeds, ProviderSignInNeeds } from './needs.ts'
import { isOfBrowser, type PendingLink } from './pending.ts'
import { startPath } from './starting.ts'

const joinPath = `${startPath}/join`

export function joinPages(needs: PageNeeds): PageRoute[] {
  return [
    { method: 'GET', path: joinPath, mayBePopup: true, answer: (visit) => showForm(needs, visit) },
    { method: 'POST', path: joinPath, mayBePopup: true, answer: (visit) => confirmJoining(needs, visit) },
  ]
}

interface Wish {
  account: Account
  claims: Claims
  returnTo: string
}

/** The page on which the owner of the account confirms that it is joined, and the cookie of the browser that may do so. */
export async function beginJoining(
  { cookies, pending, transaction }: PageNeeds,
  { request, now }: PageVisit,
  { account, claims, returnTo }: Wish,
): Promise<{ path: string; cookie: string }> {
  const browser = signInOf(request.headers, cookies) ?? randomText(43)
  const payload = { claims, browser: sha256(browser), returnTo }
  const { id: userId, email: subject } = account
  const { token } = await transaction((tx) =>
    pending.issue(tx, { purpose: 'joining', userId, subject, payload, now }),
  )
  // The browser has as long again as it had for signing in at the provider.
  return { path: `${joinPath}?token=${token}`, cookie: signInCookie(browser, cookies) }
}

/**
 * The page that asks someone to sign in to the account with the address that the provider has verified. They prove it on the
 * sign-in page, with everything that is required there, and come back to confirm.
 */
export async function askToJoin(needs: PageNeeds, visit: PageVisit, wish: Wish): Promise<Response> {
  const { path, cookie } = await beginJoining(needs, visit, wish)
  const page = {
    kind: 'join',
    provider: needs.identityProvider.name,
    email: wish.account.email,
    to: `/account/sign-in?${new URLSearchParams({ return_to: path })}`,
  } as const
  return needs.show(visit, page, 200, [cookie])
}

/** The number of the account that this browser signs in to in order to join it; null if it doesn't. */
export async function accountToJoin(
  needs: Pick<ProviderSignInNeeds, 'pending' | 'cookies'>,
  { request, now }: { request: Request; now: number },
  returnTo: string,
): Promise<number | null> {
  const url = new URL(returnTo, 'http://localhost')
  if (url.pathname !== joinPath) return null
  const link = await findJoining(needs, { request, now }, url.searchParams.get('token'))
  return link?.userId ?? null
}

async function findJoining(
  { pending, cookies }: Pick<ProviderSignInNeeds, 'pending' | 'cookies'>,
  { request, now }: { request: Request; now: number },
  token: string | null,
): Promise<PendingLink<'joining'> | null> {
  const link = token === null ? null : await pending.find(token, 'joining', now)
  return link && isOfBrowser(link.payload, signInOf(request.headers, cookies)) ? link : null
}

async function showForm(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const token = visit.url.searchParams.get('token') ?? ''
  const proved = await provedJoining(needs, visit, token)
  if (proved instanceof Response) return proved
  const { name: provider } = needs.identityProvider
  const { subject: email, payload } = proved.link
  const identity = payload.claims.email
  return needs.show(visit, { kind: 'join-confirm', token, provider, email, identity }, 200)
}

async function confirmJoining(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const token = (await visit.form()).get('token') ?? ''
  const proved = await provedJoining(needs, visit, token)
  if (proved instanceof Response) return proved
  const { link, caller, account } = proved
  const { claims, returnTo } = link.payload
  if (!(await join(needs, visit, { account, claims, caller, link }))) return await expiredPage(needs, visit)
  return needs.goOn(visit, returnTo, [])
}

/** What can be joined now, because its owner has just proved to be that; otherwise the page that comes first. */
async function provedJoining(
  needs: PageNeeds,
  visit: PageVisit,
  token: string,
): Promise<Response | { link: PendingLink<'joining'>; caller: Caller; account: Account }> {
  const link = await findJoining(needs, visit, token)
  const account = link && (await needs.accounts.byId(link.userId ?? 0))
  if (!account) return await expiredPage(needs, visit)
  const { caller } = visit
  const here = new URLSearchParams({ return_to: `${joinPath}?token=${token}` })
  if (!caller) return seeOther(`/account/sign-in?${here}`)
  if (caller.personId !== account.id)
    throw new Refusal(
      'forbidden',
      `You’re signed in to another account, not ${account.email}. Sign out first.`,
    )
  // Whoever sits at an unlocked computer must not add their own identity.
  if (!isFresh(caller, visit.now)) return seeOther(`/account/reauthenticate?${here}`)
  return { link, caller, account }
}

interface Joining {
  account: Account
  claims: Claims
  /** Whose session belongs to the identity from now on. */
  caller: Caller
  link: PendingLink<'joining'>
}

/** False if the identity has an account already, or the link was used. */
async function join(
  needs: PageNeeds,
  visit: PageVisit,
  { account, claims, caller, link }: Joining,
): Promise<boolean> {
  const { audit, identityProvider, notices, pending, sessions, store, transaction } = needs
  const { client, now } = visit
  const { name } = identityProvider
  const identity = newIdentity(account, claims, now)
  const joined = await transaction(async (tx) => {
    if (!(await pending.use(tx, link, now))) return false
    if (!(await needs.accounts.lockIfUnchanged(tx, account))) return false
    if (!(await store.insert(tx, identity))) return false
    const detail = { provider: name, ...(claims.email === null ? {} : { email: claims.email }) }
    await audit.write(tx, { userId: account.id, action: 'identity_joined', detail, client, now })
    if (caller.session)
      await sessions.bind(tx, caller.session.id, { identityId: identity.id, providerSession: claims.session })
    await recordUse(needs, tx, { identity, claims, by: visit })
    return true
  })
  if (joined)
    await notices.send({ account, kind: 'identity-joined', deed: 'identity_joined', name, by: visit })
  return joined
}

async function expiredPage(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  await needs.failed('expired')
  return needs.show(visit, { kind: 'gone', what: 'single-sign-on' }, 410)
}
