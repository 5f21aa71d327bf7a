// The consent screen: shows who asks for what, and carries out what the person decides. The request stays on the server.
import { eventScopes, isScope } from '@linnet/contract'
import { isOnThisDevice } from '@linnet/pages'
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../../platform/operations/page.ts'
import { isFresh } from '../../../../platform/operations/reauthentication.ts'
import { sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { Sessions } from '../../../identity/sessions/index.ts'
import { type KnownApp, scopeText } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import type { RequestRow } from '../store.ts'
import { isRegistered } from './authorization-request.ts'
import { type AuthorizeNeeds, issueCode, toReauthentication } from './authorize.ts'
import { consentPage, faultPage, type Standing, stopPage } from './consent-page.ts'

export interface ConsentNeeds extends AuthorizeNeeds {
  accounts: Accounts
  sessions: Sessions
  audit: Audit
}

interface Pending {
  id: string
  row: RequestRow
  app: KnownApp
}

/** `GET /consent?request=…`. */
export async function showConsent(needs: ConsentNeeds, visit: PageVisit): Promise<Response> {
  const pending = await pendingRequest(needs, visit, visit.url.searchParams.get('request'))
  const account = pending && (await needs.accounts.byId(pending.row.user_id))
  if (!pending || !account) return faultPage('request-gone', needs.addresses.account, visit)
  const { app, row, id } = pending
  const standing = await standingOf(needs, app, account.id)
  const hearsEvents = canHearEvents(needs, pending)
  const { consent: action } = needs.addresses
  return consentPage({ app, standing, request: row, id, account, action, hearsEvents }, visit)
}

/**
 * Whether this grant can subscribe to events that its scopes read. A token for the agent tools alone can't subscribe.
 * But where consent is remembered, it is for the API as well from then on, without another question.
 */
function canHearEvents({ resources }: ConsentNeeds, { app, row }: Pending): boolean {
  const readers: readonly string[] = Object.values(eventScopes)
  if (!row.scopes.split(' ').some((scope) => readers.includes(scope))) return false
  return app.confidential || resources.admits(row.resource, 'api')
}

/** How far an application's name is to be believed by this person. */
async function standingOf({ accounts }: ConsentNeeds, app: KnownApp, userId: number): Promise<Standing> {
  if (app.kind !== 'account') return app.kind
  const owner = app.userId === null ? null : await accounts.byId(app.userId)
  return owner && (owner.id === userId || owner.is_admin === 1) ? 'own' : 'neighbour'
}

/** `POST /consent`: `decision` is `allow`, `deny` or `switch` (to another account). */
export async function decideConsent(needs: ConsentNeeds, visit: PageVisit): Promise<Response> {
  const form = await visit.form()
  const decision = form.get('decision')
  const pending = await pendingRequest(needs, visit, form.get('request') ?? null)
  if (!pending || !['allow', 'deny', 'switch'].includes(decision ?? ''))
    return faultPage('request-gone', needs.addresses.account, visit)
  // The screen has stood open for a while.
  if (decision === 'allow' && visit.caller && !isFresh(visit.caller, visit.now))
    return toReauthentication(needs, `?${queryOf(pending.row)}`, visit)
  if (decision === 'allow') return await allow(needs, pending, visit)
  const taken = await needs.store.transaction((tx) => needs.store.takeRequest(tx, pending.row.id_hash))
  if (!taken) return faultPage('request-gone', needs.addresses.account, visit)
  return decision === 'deny' ? deny(needs, pending, visit) : await switchAccount(needs, pending, visit)
}

/**
 * The request of this name, if it was made in this session, is not too old, and the application may still ask for it:
 * between two pages it can have been deleted, or have lost the address or a scope.
 */
async function pendingRequest(
  { store, applications }: ConsentNeeds,
  { caller, now }: PageVisit,
  id: string | null,
): Promise<Pending | null> {
  if (!caller || id === null) return null
  const row = await store.request(sha256(id))
  if (!row || row.session_hash !== caller.credential || row.expires_at <= unixSeconds(now)) return null
  const app = await applications.find(row.app_id)
  if (!app || !isRegistered(app, row.redirect_uri)) return null
  return row.scopes.split(' ').every((scope) => isScope(scope) && app.scopes.includes(scope))
    ? { id, row, app }
    : null
}

async function allow(needs: ConsentNeeds, { row, app }: Pending, visit: PageVisit): Promise<Response> {
  const { store, audit } = needs
  const { client, now, requestId } = visit
  const { user_id: userId, app_id, scopes } = row
  const granted = {
    app,
    redirectUri: row.redirect_uri,
    given: row.redirect_uri_given === 1,
    scopes: scopes.split(' ').filter(isScope),
    codeChallenge: row.code_challenge,
    resource: row.resource,
  }
  const code = await store.transaction(async (tx) => {
    await store.lock(tx, userId, app_id)
    if (!(await store.takeRequest(tx, row.id_hash))) return null
    // Of a public application too, which is asked about each time: its subscriptions last as long as its consent.
    const before = await store.consentedScopes(tx, userId, app_id, unixSeconds(now))
    const all = scopeText([...granted.scopes, ...[...before].filter(isScope)])
    await store.putConsent(tx, { user_id: userId, app_id, scopes: all, granted_at: unixSeconds(now) })
    const detail = { client_id: app_id, name: app.name, scopes }
    await audit.write(tx, { userId, action: 'app_authorized', detail, client, now })
    return await issueCode(store, tx, userId, granted, now)
  })
  if (code === null) return faultPage('request-gone', needs.addresses.account, visit)
  return needs.responder.code(returnAddress(row), code, requestId)
}

function returnAddress({ redirect_uri, state }: RequestRow) {
  return { redirectUri: redirect_uri, state: state === null ? null : (JSON.parse(state) as string) }
}

/**
 * A user who denies access to an application that registered itself may have recognized a scam, so they are not sent to its
 * website (RFC 9700, section 4.11.2). A program on the user's own device gets the answer, because it waits for it.
 */
function deny(needs: ConsentNeeds, { app, row }: Pending, visit: PageVisit): Response {
  const error = new OauthError('access_denied', 'The person did not allow it.')
  const back = returnAddress(row)
  return app.kind === 'account' || isOnThisDevice(row.redirect_uri)
    ? needs.responder.error(back, error, visit.requestId)
    : stopPage(needs, { app, back, error }, visit)
}

/** Ends this session and asks again after the next sign-in, with the same request. */
async function switchAccount(
  { sessions, addresses }: ConsentNeeds,
  { row }: Pending,
  { caller, client, now, requestId, sessionCookie }: PageVisit,
): Promise<Response> {
  if (caller) await sessions.end(caller, { client, now })
  const again = new URLSearchParams({ return_to: `${addresses.authorize}?${queryOf(row)}` })
  return seeOther(`${addresses.signIn}?${again}`, requestId, [sessionCookie(null)])
}

/** The parameters by which an application asked for this. */
function queryOf(row: RequestRow): URLSearchParams {
  const query = new URLSearchParams({ response_type: 'code', client_id: row.app_id, scope: row.scopes })
  if (row.redirect_uri_given === 1) query.set('redirect_uri', row.redirect_uri)
  const { state } = returnAddress(row)
  if (state !== null) query.set('state', state)
  // Whoever changes the account wants to see what it is used for, also where it was allowed before.
  query.set('prompt', 'consent')
  if (row.code_challenge !== null) {
    query.set('code_challenge', row.code_challenge)
    query.set('code_challenge_method', 'S256')
  }
  for (const resource of row.resource?.split(' ') ?? []) query.append('resource', resource)
  return query
}
