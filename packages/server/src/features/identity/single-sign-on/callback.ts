// People come back from the provider: they sign in, join their account, or confirm who they are.
import { Refusal } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { Caller } from '../../../platform/operations/handler.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { noPassword } from '../../../platform/security/passwords.ts'
import { signInOf } from '../../../platform/security/session-cookie.ts'
import type { Account } from '../accounts/index.ts'
import { whyNotAdmitted } from './admission.ts'
import type { Claims } from './claims.ts'
import { newIdentity, recordUse } from './identities.ts'
import { askToJoin, beginJoining } from './joining.ts'
import type { PageNeeds } from './needs.ts'
import { isOfBrowser, type PendingLink } from './pending.ts'
import { failurePage, startPath } from './starting.ts'
import type { IdentityRow } from './store.ts'

export const callbackPath = `${startPath}/callback`

export function callbackPages(needs: PageNeeds): PageRoute[] {
  return [
    { method: 'GET', path: callbackPath, mayBePopup: true, answer: (visit) => answerCallback(needs, visit) },
  ]
}

async function answerCallback(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const link = await takePending(needs, visit)
  if (!link) {
    await needs.failed('expired')
    return needs.show(visit, { kind: 'gone', what: 'single-sign-on' }, 410)
  }
  const { purpose, nonce, verifier, returnTo, begun } = link.payload
  const challenge = { state: visit.url.searchParams.get('state') ?? '', nonce, verifier }
  const checkedSince = purpose === 'confirm' ? begun : null
  let claims: Claims
  try {
    claims = await needs.provider.redeem(visit.url.search, challenge, checkedSince)
  } catch (error) {
    return await failurePage(needs, visit, returnTo, error)
  }
  if (purpose === 'sign-in') return await signIn(needs, visit, claims, returnTo)
  // `takePending` has compared it with the session that began this.
  const caller = visit.caller as Caller
  return purpose === 'join'
    ? await askOwner(needs, visit, { caller, claims, returnTo })
    : await confirm(needs, visit, { caller, claims, returnTo })
}

/**
 * What this browser has begun, used up; null if it hasn't begun it, or has finished it already. So nobody can be signed in to
 * a stranger's account with a link (RFC 6749, section 10.12).
 */
async function takePending(
  { pending, transaction, cookies }: PageNeeds,
  visit: PageVisit,
): Promise<PendingLink<'single sign-on'> | null> {
  const state = visit.url.searchParams.get('state')
  const link = state === null ? null : await pending.find(state, 'single sign-on', visit.now)
  if (!link || !isOfBrowser(link.payload, signInOf(visit.request.headers, cookies))) return null
  const { session, purpose } = link.payload
  const isOwn = purpose === 'sign-in' || (session !== null && session === visit.caller?.session?.id)
  return isOwn && (await transaction((tx) => pending.use(tx, link, visit.now))) ? link : null
}

async function signIn(
  needs: PageNeeds,
  visit: PageVisit,
  claims: Claims,
  returnTo: string,
): Promise<Response> {
  const { accounts, store } = needs
  const identity = await store.bySubject(claims.issuer, claims.subject)
  const account = identity && (await accounts.byId(identity.user_id))
  if (identity && account) return await finish(needs, visit, { account, identity, claims, returnTo })
  const namesake = claims.email === null ? null : await accounts.byEmail(claims.email)
  if (namesake)
    return claims.isVerified
      ? await askToJoin(needs, visit, { account: namesake, claims, returnTo })
      : await refusedPage(needs, visit, 'unverified', claims.email)
  const why = whyNotAdmitted(claims, needs.identityProvider.allow)
  if (why) return await refusedPage(needs, visit, why, claims.email)
  const created = await createAccount(needs, visit, claims)
  return await finish(needs, visit, { ...created, claims, returnTo })
}

/** Refuses with `unavailable` if the address, or the identity, has an account by now: then the next sign-in uses that. */
function createAccount(
  { accounts, audit, identityProvider, store, transaction }: PageNeeds,
  { client, now }: PageVisit,
  claims: Claims,
): Promise<{ account: Account; identity: IdentityRow }> {
  const { email, name, isVerified: emailVerified } = claims
  return transaction(async (tx) => {
    const wanted = { name, emailVerified, passwordHash: noPassword, admin: false, client, now }
    const account = email === null ? null : await accounts.create(tx, { email, ...wanted })
    const identity = account && newIdentity(account, claims, now)
    if (!identity || !(await store.insert(tx, identity))) throw new Refusal('unavailable')
    const detail = { provider: identityProvider.name }
    await audit.write(tx, { userId: account.id, action: 'identity_joined', detail, client, now })
    return { account, identity }
  })
}

interface Finishing {
  account: Account
  identity: IdentityRow
  claims: Claims
  returnTo: string
}

async function finish(
  needs: PageNeeds,
  visit: PageVisit,
  { account, identity, claims, returnTo }: Finishing,
): Promise<Response> {
  return await needs.finish(visit, {
    account,
    how: needs.identityProvider.name,
    returnTo,
    origin: {
      identityId: identity.id,
      providerSession: claims.session,
      authenticatedAt: claims.authenticatedAt,
    },
    along: (tx) => recordUse(needs, tx, { identity, claims, by: visit }),
  })
}

interface Return {
  caller: Caller
  claims: Claims
  returnTo: string
}

/**
 * Asks somebody who is signed in whether their account is to be joined with this identity, whatever its address. They see
 * which one it is, because a stranger may have signed this browser in at the provider.
 */
async function askOwner(
  needs: PageNeeds,
  visit: PageVisit,
  { caller, claims, returnTo }: Return,
): Promise<Response> {
  const [account, known] = await Promise.all([
    needs.accounts.byId(caller.personId),
    needs.store.bySubject(claims.issuer, claims.subject),
  ])
  if (!account) return seeOther('/account/sign-in')
  if (known?.user_id === account.id) return needs.goOn(visit, returnTo, [])
  if (known) return await refusedPage(needs, visit, 'taken', claims.email)
  const { path, cookie } = await beginJoining(needs, visit, { account, claims, returnTo })
  return seeOther(path, [cookie])
}

/** Confirms who somebody is: the session continues under a new identifier, as after a password. */
async function confirm(
  needs: PageNeeds,
  visit: PageVisit,
  { caller, claims, returnTo }: Return,
): Promise<Response> {
  const { audit, identityProvider, sessions, store, transaction } = needs
  const { client, now } = visit
  const identity = await store.bySubject(claims.issuer, claims.subject)
  if (identity?.user_id !== caller.personId)
    return await refusedPage(needs, visit, 'someone-else', claims.email)
  // The provider's clock may be ahead.
  const confirmedAt = Math.min(now, (claims.authenticatedAt ?? 0) * 1000)
  const token = await transaction(async (tx) => {
    const token = await sessions.renew(tx, caller.credential, confirmedAt)
    const entry = { userId: caller.personId, detail: { how: identityProvider.name }, client, now }
    if (token !== null) await audit.write(tx, { ...entry, action: 'reauthenticated' })
    return token
  })
  if (token === null) return seeOther('/account/sign-in')
  return needs.goOn(visit, returnTo, [visit.sessionCookie(token)])
}

type Refused = 'no-address' | 'unverified' | 'not-allowed' | 'taken' | 'someone-else'

/** Says why, and what to do. They are not signed in. */
async function refusedPage(
  needs: PageNeeds,
  visit: PageVisit,
  why: Refused,
  email: string | null,
): Promise<Response> {
  await needs.failed('refused')
  const { name: provider } = needs.identityProvider
  return needs.show(visit, { kind: 'provider-refused', why, provider, email: email ?? '' }, 403)
}
