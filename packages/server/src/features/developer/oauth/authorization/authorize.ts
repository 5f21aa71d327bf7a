// The authorization endpoint: checks an application's request, and sends the user to sign-in and consent.
import { Refusal } from '@linnet/contract'
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../../platform/operations/page.ts'
import { isFresh } from '../../../../platform/operations/reauthentication.ts'
import { randomText, sha256 } from '../../../../platform/security/ids.ts'
import { type RateLimiter, secondsLeft } from '../../../../platform/security/rate-limit.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { Workspaces } from '../../../identity/workspaces/index.ts'
import { type Applications, type KnownApp, scopeText } from '../../applications/index.ts'
import { OauthError } from '../oauth-error.ts'
import { Parameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { type AccessOwner, type OauthStore, ownerColumns } from '../store.ts'
import { codeSeconds, newCode } from '../tokens/tokens.ts'
import { type AuthorizationRequest, checkRequest, redirectUriOf } from './authorization-request.ts'
import type { Responder } from './authorization-response.ts'
import { faultPage, stopPage } from './consent-page.ts'

export interface AuthorizeNeeds {
  store: OauthStore
  applications: Applications
  resources: Resources
  responder: Responder
  limiter: RateLimiter
  workspaces: Workspaces
  /** Addresses of this endpoint, the consent screen, the sign-in page and the account page. */
  addresses: { authorize: string; consent: string; signIn: string; account: string }
}

// How long a user may take to decide.
const requestSeconds = 30 * 60

/** `GET /oauth/authorize` (RFC 6749, section 4.1.1). */
export async function authorize(needs: AuthorizeNeeds, visit: PageVisit): Promise<Response> {
  if (isPreview(visit.request))
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  const parameters = Parameters.of(visit.url.searchParams)
  const clientId = parameters.get('client_id') ?? ''
  const isDocument = needs.applications.isDocument(clientId)
  // Only users with an account may make this server fetch an address.
  if (isDocument && !visit.caller) return toSignIn(needs, visit)
  const app = isDocument
    ? await fetchDocumentApp(needs, clientId, visit)
    : await needs.applications.find(clientId)
  if (!app) return faultPage('unknown-app', needs.addresses.account, visit)
  const address = redirectUriOf(app, parameters)
  if (!address) return faultPage('unknown-address', needs.addresses.account, visit)
  // Anyone can register an application with any address. Users are sent there only after they have signed in
  // and could see what this is about (RFC 9700, section 4.11.2).
  if (app.kind !== 'account' && !visit.caller) return toSignIn(needs, visit)
  const responseAddress = {
    ...address,
    state: parameters.repeated === 'state' ? null : parameters.get('state'),
  }
  try {
    return await proceed(needs, checkRequest({ app, parameters, resources: needs.resources }, address), visit)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    // An application that registered itself gets no redirect before its consent screen was shown (RFC 9700, section 4.11.2).
    return app.kind === 'account'
      ? needs.responder.error(responseAddress, error)
      : stopPage(needs, { app, responseAddress, error }, visit)
  }
}

/** A prefetch or a HEAD request must not use up or grant anything. */
function isPreview({ method, headers }: Request): boolean {
  return method === 'HEAD' || /prefetch/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
}

const documentsPerMinute = 30

async function fetchDocumentApp(
  { applications, limiter }: AuthorizeNeeds,
  clientId: string,
  { caller, now }: PageVisit,
): Promise<KnownApp | null> {
  const booked = await limiter.take(`document:${caller?.personId}`, documentsPerMinute)
  if (!booked.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(booked))
  return await applications.findDocument(clientId, now)
}

/** Builds the return address again, so that only its query comes from the request. */
function toSignIn({ addresses }: AuthorizeNeeds, { url }: PageVisit): Response {
  const query = new URLSearchParams({ return_to: `${addresses.authorize}${url.search}` })
  return seeOther(`${addresses.signIn}?${query}`)
}

/** Asks the user to confirm their identity, then repeats the same request. */
export function toReauthentication({ addresses }: AuthorizeNeeds, search: string): Response {
  const query = new URLSearchParams({ return_to: `${addresses.authorize}${search}` })
  return seeOther(`${addresses.account}/reauthenticate?${query}`)
}

async function proceed(
  needs: AuthorizeNeeds,
  request: AuthorizationRequest,
  visit: PageVisit,
): Promise<Response> {
  const { caller, now } = visit
  const { prompt, app } = request
  if (!caller) {
    if (prompt.has('none')) throw new OauthError('login_required', 'No user is signed in.')
    return toSignIn(needs, visit)
  }
  // Only applications that accounts registered are confidential; for those that registered themselves, consent is asked every time.
  if (app.kind === 'account' && app.confidential && !prompt.has('consent')) {
    const code = await codeByEarlierConsent(needs, { personId: caller.personId, request, now })
    if (code !== null) return needs.responder.code(request, code)
  }
  if (prompt.has('none')) throw new OauthError('consent_required', 'The user has to give consent.')
  // A grant lasts as long as an API key, so it needs the same check.
  if (!isFresh(caller, now)) return toReauthentication(needs, visit.url.search)
  const id = randomText(43)
  await needs.store.insertRequest({
    id_hash: sha256(id),
    session_hash: caller.credential,
    ...authorizationRow(caller.personId, request),
    state: request.state === null ? null : JSON.stringify(request.state),
    expires_at: unixSeconds(now) + requestSeconds,
  })
  return seeOther(`${needs.addresses.consent}?${new URLSearchParams({ request: id })}`)
}

/**
 * A code if the user has allowed all requested scopes before and not revoked them, otherwise null. Users with several workspaces
 * choose one each time.
 */
async function codeByEarlierConsent(
  { store, workspaces }: AuthorizeNeeds,
  { personId, request, now }: { personId: number; request: AuthorizationRequest; now: number },
): Promise<string | null> {
  if ((await workspaces.of(personId)).length > 1) return null
  const owner = { workspaceId: personId, personId }
  return await store.transaction(async (tx) => {
    await store.lock(tx, personId, request.app.clientId)
    const allowed = await store.consentedScopes(tx, {
      userId: personId,
      appId: request.app.clientId,
      now: unixSeconds(now),
    })
    const isCovered = request.scopes.every((scope) => allowed.has(scope))
    return isCovered ? await issueCode(store, tx, { owner, granted: request, now }) : null
  })
}

type GrantedRequest = Pick<
  AuthorizationRequest,
  'app' | 'redirectUri' | 'given' | 'scopes' | 'codeChallenge' | 'resource'
>

function authorizationRow(userId: number, request: GrantedRequest) {
  return {
    app_id: request.app.clientId,
    user_id: userId,
    redirect_uri: request.redirectUri,
    redirect_uri_given: request.given ? 1 : 0,
    scopes: scopeText(request.scopes),
    code_challenge: request.codeChallenge,
    resource: request.resource,
  }
}

/** A code for what a user has allowed; the code itself is only in this result. */
export async function issueCode(
  store: OauthStore,
  tx: Tx,
  { owner, granted, now }: { owner: AccessOwner; granted: GrantedRequest; now: number },
): Promise<string> {
  const code = newCode()
  await store.insertCode(tx, {
    code_hash: sha256(code),
    ...authorizationRow(owner.personId, granted),
    may_delete: 1,
    ...ownerColumns(owner),
    expires_at: unixSeconds(now) + codeSeconds,
    used_at: null,
    grant_id: null,
  })
  return code
}
