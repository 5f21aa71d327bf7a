// Back-channel logout: the provider says that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0).
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import type { LogoutToken } from './claims.ts'
import { ProviderFailure } from './failures.ts'
import type { ProviderSignInNeeds } from './needs.ts'
import { startPath } from './starting.ts'

const logoutPath = `${startPath}/logout`
// Logout tokens are usually one or two kilobytes long.
const longestToken = 16 * 1024

export function logoutRoutes(needs: ProviderSignInNeeds): PageRoute[] {
  return [{ method: 'POST', path: logoutPath, answer: (visit) => logOut(needs, visit) }]
}

async function logOut(needs: ProviderSignInNeeds, visit: PageVisit): Promise<Response> {
  const token = (await visit.form()).get('logout_token') ?? ''
  if (token === '' || token.length > longestToken) return refused('There is no logout_token in the form.')
  let logout: LogoutToken
  try {
    logout = await needs.provider.logoutToken(token)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await needs.logoutRefused(error.reason, error.message)
    if (error.reason === 'away') return answer(503, { error: 'temporarily_unavailable' })
    return refused('The logout_token is not valid.')
  }
  const isNew = await endSessions(needs, visit, logout)
  return isNew ? answer(200, {}) : refused('This logout_token was used before.')
}

/** Ends the sessions that the token is about; false if it was used before. */
async function endSessions(
  { audit, identityProvider, pending, sessions, store, transaction }: ProviderSignInNeeds,
  { client, now }: PageVisit,
  { id, subject, session }: LogoutToken,
): Promise<boolean> {
  const { issuer, name: provider } = identityProvider
  const identities =
    subject === null
      ? await store.ofProviderSession(issuer, session ?? '')
      : [await store.bySubject(issuer, subject)].filter((one) => one !== undefined)
  return await transaction(async (tx) => {
    const token = `${issuer} ${id}`
    if (!(await pending.claim(tx, { token, purpose: 'logout token', subject: '', now }))) return false
    for (const identity of identities) {
      const users = await sessions.endOfIdentity(tx, identity.id, { providerSession: session })
      for (const [userId, ended] of Map.groupBy(users, (userId) => userId)) {
        const detail = { count: String(ended.length), provider }
        await audit.write(tx, { userId, action: 'session_ended', detail, client, now })
      }
    }
    return true
  })
}

const refused = (description: string) =>
  answer(400, { error: 'invalid_request', error_description: description })

/** Section 2.8 of the standard. */
function answer(status: number, body: object): Response {
  return Response.json(body, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}
