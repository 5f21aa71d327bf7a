// The consent screen: shows which application requests what, and carries out the user's decision.
import { eventScopes, isScope, mayGrant, type Role, scopesIn } from '@linnet/contract'
import { isOnThisDevice } from '@linnet/pages'
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../../platform/operations/page.ts'
import { isFresh } from '../../../../platform/operations/reauthentication.ts'
import { hasRole } from '../../../../platform/operations/roles.ts'
import { sha256 } from '../../../../platform/security/ids.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { Sessions } from '../../../identity/sessions/index.ts'
import { type KnownApp, scopeText } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import type { AccessOwner, RequestRow } from '../store.ts'
import { isRegistered } from './authorization-request.ts'
import { type AuthorizeNeeds, issueCode, toReauthentication } from './authorize.ts'
import { consentPage, faultPage, type Standing, stopPage } from './consent-page.ts'

export interface ConsentNeeds extends AuthorizeNeeds {
  accounts: Accounts
  sessions: Sessions
  audit: Audit
}

interface PendingRequest {
  id: string
  row: RequestRow
  app: KnownApp
}

/** `GET /consent?request=…`. */
export async function showConsent(needs: ConsentNeeds, visit: PageVisit): Promise<Response> {
  const pending = await findPendingRequest(needs, visit, visit.url.searchParams.get('request'))
  const account = pending && (await needs.accounts.byId(pending.row.user_id))
  if (!pending || !account) return faultPage('request-gone', needs.addresses.account, visit)
  const { app, row, id } = pending
  const standing = await standingOf(needs, app, account.id)
  const receivesEvents = canReceiveEvents(needs, pending)
  const { consent: action } = needs.addresses
  const workspaces = (await needs.workspaces.of(account.id)).filter(({ role }) => canGrantAny(role, row))
  return consentPage({ app, standing, request: row, id, account, workspaces, action, receivesEvents }, visit)
}

/**
 * Whether this grant can subscribe to events that its scopes may read. A token for the agent tools alone can't. But if
 * consent is remembered, it later covers the API as well, without asking again.
 */
function canReceiveEvents({ resources }: ConsentNeeds, { app, row }: PendingRequest): boolean {
  const readers: readonly string[] = Object.values(eventScopes)
  if (!row.scopes.split(' ').some((scope) => readers.includes(scope))) return false
  return app.confidential || resources.admits(row.resource, 'api')
}

/** How far this user can trust an application's name. */
async function standingOf(
  { accounts, workspaces }: ConsentNeeds,
  app: KnownApp,
  personId: number,
): Promise<Standing> {
  if (app.kind !== 'account') return app.kind
  if (app.userId === null) return 'neighbour'
  // Anyone can be invited as a viewer or editor, by whoever registered the application.
  const role = await workspaces.roleIn(app.userId, personId)
  if (hasRole('admin', role)) return 'own'
  return (await accounts.byId(app.userId))?.is_admin === 1 ? 'own' : 'neighbour'
}

/** `POST /consent`: `decision` is `allow`, `deny` or `switch` (to another account). */
export async function decideConsent(needs: ConsentNeeds, visit: PageVisit): Promise<Response> {
  const form = await visit.form()
  const decision = form.get('decision')
  const pending = await findPendingRequest(needs, visit, form.get('request') ?? null)
  if (!pending || !['allow', 'deny', 'switch'].includes(decision ?? ''))
    return faultPage('request-gone', needs.addresses.account, visit)
  // The screen may have been open for a while.
  if (decision === 'allow' && visit.caller && !isFresh(visit.caller, visit.now))
    return toReauthentication(needs, `?${queryOf(pending.row)}`)
  if (decision === 'allow') {
    const chosen = await workspaceChosen(needs, pending, form.get('workspace') ?? null)
    return chosen
      ? await allow(needs, pending, chosen, visit)
      : faultPage('request-gone', needs.addresses.account, visit)
  }
  const isOurs = await needs.store.transaction((tx) => needs.store.takeRequest(tx, pending.row.id_hash))
  if (!isOurs) return faultPage('request-gone', needs.addresses.account, visit)
  return decision === 'deny' ? deny(needs, pending, visit) : await switchAccount(needs, pending, visit)
}

/**
 * The request with this id, if it was made in this session, has not expired, and the application may still
 * make it: meanwhile, the application may have been deleted, or have lost the redirect address or a scope.
 */
async function findPendingRequest(
  { store, applications }: ConsentNeeds,
  { caller, now }: PageVisit,
  id: string | null,
): Promise<PendingRequest | null> {
  if (!caller || id === null) return null
  const row = await store.request(sha256(id))
  if (!row || row.session_hash !== caller.credential || row.expires_at <= unixSeconds(now)) return null
  const app = await applications.find(row.app_id)
  if (!app || !isRegistered(app, row.redirect_uri)) return null
  return row.scopes.split(' ').every((scope) => isScope(scope) && app.scopes.includes(scope))
    ? { id, row, app }
    : null
}

interface ChosenWorkspace {
  owner: AccessOwner
  role: Role
}

/** The chosen workspace, by default the person's own; null if their role in it can give none of the requested scopes. */
async function workspaceChosen(
  { workspaces }: ConsentNeeds,
  { row }: PendingRequest,
  id: string | null,
): Promise<ChosenWorkspace | null> {
  const { user_id: personId } = row
  const workspaceId = id === null ? personId : (await workspaces.byPublicId(id))?.id
  const role = workspaceId === undefined ? null : await workspaces.roleIn(workspaceId, personId)
  if (workspaceId === undefined || role === null || !canGrantAny(role, row)) return null
  return { owner: { workspaceId, personId }, role }
}

function canGrantAny(role: Role, { scopes }: RequestRow): boolean {
  return scopesIn(scopes).some((scope) => mayGrant(role, scope))
}

async function allow(
  needs: ConsentNeeds,
  { row, app }: PendingRequest,
  workspace: ChosenWorkspace,
  visit: PageVisit,
): Promise<Response> {
  const { store, audit } = needs
  const { client, now } = visit
  const { app_id } = row
  const { owner, role } = workspace
  const { workspaceId: userId } = owner
  const scopes = scopesIn(row.scopes).filter((scope) => mayGrant(role, scope))
  const granted = {
    app,
    redirectUri: row.redirect_uri,
    given: row.redirect_uri_given === 1,
    scopes,
    codeChallenge: row.code_challenge,
    resource: row.resource,
  }
  const code = await store.transaction(async (tx) => {
    // Whoever is being removed must not leave a grant behind.
    await needs.workspaces.lock(tx, userId)
    const present = await needs.workspaces.roleIn(userId, owner.personId, tx)
    if (present === null || !scopes.every((scope) => mayGrant(present, scope))) return null
    await store.lock(tx, userId, app_id)
    if (!(await store.takeRequest(tx, row.id_hash))) return null
    // Also for a public application, although users are asked each time: its subscriptions last as long as the consent.
    const before = await store.consentedScopes(tx, { userId, appId: app_id, now: unixSeconds(now) })
    const all = scopeText([...granted.scopes, ...[...before].filter(isScope)])
    await store.putConsent(tx, { user_id: userId, app_id, scopes: all, granted_at: unixSeconds(now) })
    const detail = { client_id: app_id, name: app.name, scopes: scopeText(scopes) }
    await audit.write(tx, { userId, action: 'app_authorized', detail, client, now })
    return await issueCode(store, tx, { owner, granted, now })
  })
  if (code === null) return faultPage('request-gone', needs.addresses.account, visit)
  return needs.responder.code(responseAddressOf(row), code)
}

function responseAddressOf({ redirect_uri, state }: RequestRow) {
  return { redirectUri: redirect_uri, state: state === null ? null : (JSON.parse(state) as string) }
}

/**
 * A user who denies access to an application that registered itself may have recognized a scam, so they are
 * not sent to its website (RFC 9700, section 4.11.2). A program on the user's own device gets the response
 * that it waits for.
 */
function deny(needs: ConsentNeeds, { app, row }: PendingRequest, visit: PageVisit): Response {
  const error = new OauthError('access_denied', 'The user denied access.')
  const responseAddress = responseAddressOf(row)
  return app.kind === 'account' || isOnThisDevice(row.redirect_uri)
    ? needs.responder.error(responseAddress, error)
    : stopPage(needs, { app, responseAddress, error }, visit)
}

/** Ends this session, and repeats the same request after the next sign-in. */
async function switchAccount(
  { sessions, addresses }: ConsentNeeds,
  { row }: PendingRequest,
  { caller, client, now, sessionCookie }: PageVisit,
): Promise<Response> {
  if (caller) await sessions.end(caller, { client, now })
  const query = new URLSearchParams({ return_to: `${addresses.authorize}?${queryOf(row)}` })
  return seeOther(`${addresses.signIn}?${query}`, [sessionCookie(null)])
}

/** The parameters of the application's request. */
function queryOf(row: RequestRow): URLSearchParams {
  const query = new URLSearchParams({ response_type: 'code', client_id: row.app_id, scope: row.scopes })
  if (row.redirect_uri_given === 1) query.set('redirect_uri', row.redirect_uri)
  const { state } = responseAddressOf(row)
  if (state !== null) query.set('state', state)
  // After switching accounts, users want to see what the account is used for, even if they allowed it before.
  query.set('prompt', 'consent')
  if (row.code_challenge !== null) {
    query.set('code_challenge', row.code_challenge)
    query.set('code_challenge_method', 'S256')
  }
  for (const resource of row.resource?.split(' ') ?? []) query.append('resource', resource)
  return query
}
