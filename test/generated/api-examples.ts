// Runs every operation in the API's description, and records its request and response.

import {
  authorizationQuery,
  codeOf,
  newApp,
  newPkce,
  type Person,
  person,
  redirectUri,
} from '../accounts/oauth.ts'
import { agentOf } from '../agents/mcp.ts'
import type { Account, Answer, Instance } from '../instance.ts'

export interface RecordedExample {
  parameters?: Record<string, string>
  request?: unknown
  answer?: unknown
}

export type RecordedExamples = Record<string, RecordedExample>

interface Call {
  /** Values for the path parameters. */
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Runs all of them on a real server, in an order in which each finds its resources. */
export async function recordExamples(instance: Instance): Promise<RecordedExamples> {
  const { clock } = instance
  // Far from midnight, where yesterday would become the day before.
  await clock.advanceTo(`${clock.day(1)}T12:00:00Z`)
  const examples: RecordedExamples = {}
  const owner = await instance.account()
  await recordLinks(instance, owner, recorder(examples, owner))
  await recordMicrosites(recorder(examples, owner))
  await recordEvents(recorder(examples, owner))
  await recordOauth(instance, owner, examples)
  return normalized(examples, instance)
}

type Recorder = (operationId: string, methodAndPath: string, call?: Call) => Promise<Answer>

function recorder(examples: RecordedExamples, { call }: Pick<Account, 'call'>): Recorder {
  return async (operationId, methodAndPath, { path = {}, query = {}, body, headers } = {}) => {
    const filled = methodAndPath.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '')
    const search = new URLSearchParams(query).toString()
    const answer = await call(search ? `${filled}?${search}` : filled, { body, headers })
    keep(examples, operationId, { parameters: { ...path, ...query, ...headers }, request: body }, answer)
    return answer
  }
}

function keep(
  examples: RecordedExamples,
  operationId: string,
  { parameters = {}, request }: RecordedExample,
  answer: Answer,
): void {
  if (answer.status >= 400) throw new Error(`${operationId} was answered ${answer.status}: ${answer.text}`)
  examples[operationId] = {
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(request === undefined ? {} : { request }),
    ...(answer.text === '' ? {} : { answer: answer.body }),
  }
}

async function recordLinks({ visit, clock }: Instance, { call }: Account, record: Recorder): Promise<void> {
  const path = { short: 'launch' }
  await record('checkShortAvailability', 'POST /links/available', { body: { short: 'launch' } })
  await record('createLink', 'POST /links', {
    body: { long_url: 'https://example.com/a?b=c', title: 'Launch', custom_slug: 'launch', tags: ['launch'] },
    headers: { 'Idempotency-Key': 'order-1234' },
  })
  await record('bulkCreateLinks', 'POST /links/bulk', {
    body: {
      links: [
        { long_url: 'https://example.com/spring', title: 'Spring', short: 'spring' },
        { long_url: 'https://example.com/again', short: 'launch' },
      ],
    },
  })
  await visit('/launch', { referer: 'https://news.example.org/' })
  await visit('/launch?qr&via=Newsletter')
  await record('listLinks', 'GET /links', { query: { limit: '2', search: 'launch' } })
  await record('getLink', 'GET /links/{short}', { path })
  // So that each run shows a change, because times are in whole seconds.
  await clock.advance(1000)
  await record('updateLink', 'PUT /links/{short}', { path, body: { title: 'Launch day', adult: false } })
  await record('explainLink', 'POST /links/{short}/explain', {
    path,
    body: { country: 'DE', language: 'de-DE, en;q=0.8', query: 'ref=news' },
  })
  await record('getLinkHealth', 'GET /links/{short}/health', { path })
  await record('updateLinkHealth', 'PUT /links/{short}/health', {
    path,
    body: { watch: true, when_broken: 'archive' },
  })
  await recordTags(call, record)
  const query = { start: clock.day(-1) }
  await record('getLinkStats', 'GET /links/{short}/stats', { path, query })
  await record('getLinkLifetimeStats', 'GET /links/{short}/stats/lifetime', { path })
  await record('getLinkBreakdown', 'GET /links/{short}/stats/breakdown', {
    path,
    query: { ...query, additional: 'true' },
  })
  await record('getAccountStats', 'GET /stats', { query: { ...query, additional: 'true' } })
  await recordHistory(record)
  await record('setGlobalQr', 'PUT /qr', { body: { color: '#1d4ed8' } })
  await record('getGlobalQr', 'GET /qr')
  await record('setLinkQr', 'PUT /links/{short}/qr', { path, body: { color: '#b32c43' } })
  await record('getLinkQr', 'GET /links/{short}/qr', { path })
  await record('planPlacements', 'PUT /links/{short}/placements', {
    path,
    body: { names: ['Newsletter', 'Poster 3'] },
  })
  await record('listPlacements', 'GET /links/{short}/placements', { path })
  await record('listUtmTemplates', 'GET /utm-templates')
  await record('archiveLink', 'DELETE /links/{short}', { path: { short: 'spring' } })
  await record('unarchiveLink', 'POST /links/{short}/unarchive', { path: { short: 'spring' } })
  await record('getUser', 'GET /user')
  await record('getQuota', 'GET /quota')
  await call('PUT /qr', { body: { color: '#000000' } })
}

async function recordHistory(record: Recorder): Promise<void> {
  const path = { short: 'launch' }
  const { body } = await record('getLinkHistory', 'GET /links/{short}/history', { path })
  await record('rollBackLink', 'POST /links/{short}/rollback', { path, body: { to: body.data.at(-1).id } })
  await record('setLinkSchedule', 'PUT /links/{short}/schedule', {
    path,
    body: { switches: [{ at: 4_000_000_000, long_url: 'https://example.com/later' }] },
  })
  await record('getLinkSchedule', 'GET /links/{short}/schedule', { path })
  const deleted = await record('deleteLink', 'POST /links/{short}/delete', { path })
  await record('undoChange', 'POST /undo', { body: { token: deleted.headers.get('undo-token') } })
}

async function recordTags(call: Account['call'], record: Recorder): Promise<void> {
  await call('PUT /links/spring', { body: { tags: ['news', 'newsletter', 'old'] } })
  await record('listTags', 'GET /tags')
  const { data } = (await call('GET /tags')).body
  const idOf = (wanted: string) => data.find(({ name }: { name: string }) => name === wanted).id
  const [launch, newsletter, old] = [idOf('launch'), idOf('newsletter'), idOf('old')]
  await record('updateTag', 'PUT /tags/{id}', {
    path: { id: launch },
    body: { name: 'Launch', color: 'teal' },
  })
  await record('mergeTag', 'POST /tags/{id}/merge', {
    path: { id: newsletter },
    body: { into: idOf('news') },
  })
  await record('deleteTag', 'DELETE /tags/{id}', { path: { id: old } })
}

async function recordMicrosites(record: Recorder): Promise<void> {
  const path = { slug: 'ana' }
  await record('checkMicrositeSlug', 'POST /microsites/available', { body: path })
  await record('createMicrosite', 'POST /microsites', {
    body: { slug: 'ana', title: 'Ana Wijaya', kind: 'personal_branding', theme: 'light', draft: true },
  })
  await record('publishMicrosite', 'POST /microsites/{slug}/publish', { path })
  await record('listMicrosites', 'GET /microsites', { query: { limit: '20' } })
  await record('getMicrosite', 'GET /microsites/{slug}', { path })
  await record('updateMicrosite', 'PUT /microsites/{slug}', {
    path,
    body: { description: 'I make pots, and show how.' },
  })
  const data = { value: 'My shop', href: 'https://example.com/shop', buttonColor: '#0f766e' }
  const made = await record('createComponent', 'POST /microsites/{slug}/components', {
    path,
    body: { kind: 'LINK', data, tag: 'shop' },
  })
  const second = await record('createComponent', 'POST /microsites/{slug}/components', {
    path,
    body: { kind: 'LINK', data, tag: 'shop' },
  })
  const [shop, other] = [made.body.data.id as string, second.body.data.id as string]
  await record('orderComponents', 'POST /microsites/{slug}/components/order', {
    path,
    body: { orders: [other, shop] },
  })
  await record('updateComponent', 'PUT /microsites/{slug}/components/{componentId}', {
    path: { ...path, componentId: shop },
    body: { active: true, kind: 'LINK', data: { ...data, value: 'My new shop' } },
  })
  await record('listComponents', 'GET /microsites/{slug}/components', { path })
  await record('deleteComponent', 'DELETE /microsites/{slug}/components/{componentId}', {
    path: { ...path, componentId: other },
  })
  const { data: versions } = (
    await record('listMicrositeVersions', 'GET /microsites/{slug}/versions', { path })
  ).body
  await record('getMicrositeVersion', 'GET /microsites/{slug}/versions/{versionId}', {
    path: { ...path, versionId: versions[0].id },
  })
  await record('restoreMicrositeVersion', 'POST /microsites/{slug}/restore', {
    path,
    body: { to: versions[0].id },
  })
  await record('deleteMicrosite', 'DELETE /microsites/{slug}', { path })
}

async function recordEvents(record: Recorder): Promise<void> {
  const url = 'https://example.com/hooks/linnet'
  const webhook = '/integrations/automation/webhook'
  await record('subscribeAutomationWebhook', `POST ${webhook}/subscribe`, {
    body: { url, events: ['link.created', 'link.clicked'] },
  })
  await record('listAutomationSamples', `GET ${webhook}/samples`, { query: { event: 'link.clicked' } })
  await record('unsubscribeAutomationWebhook', `POST ${webhook}/unsubscribe`, { body: { url } })
}

async function recordOauth(instance: Instance, owner: Account, examples: RecordedExamples): Promise<void> {
  const app = await newApp(instance, owner)
  const someone = await person(instance, owner)
  const tokens = await recordTokens(instance, someone, app, examples)
  const client = { client_id: app.clientId, client_secret: app.secret }
  const ask = recorder(examples, { call: instance.ask })
  const authorization = `Bearer ${tokens.access_token}`
  await ask('introspectToken', 'POST /oauth/introspect', { body: { token: tokens.access_token, ...client } })
  keep(examples, 'getUserinfo', {}, await instance.ask('GET /oauth/userinfo', { headers: { authorization } }))
  await ask('getAuthorizationServerMetadata', 'GET /.well-known/oauth-authorization-server')
  await ask('registerClient', 'POST /oauth/register', {
    body: { client_name: 'An agent', redirect_uris: ['http://127.0.0.1:33418/callback'] },
  })
  await ask('getResourceMetadata', 'GET /.well-known/oauth-protected-resource')
  await ask('getAgentToolsMetadata', 'GET /.well-known/oauth-protected-resource/mcp')
  const params = { name: 'get_link', arguments: { short: 'launch' } }
  const called = await agentOf(instance, owner.key).ask('tools/call', params)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  keep(examples, 'callAgentTools', { request: message }, called)
  keep(examples, 'listConnectedApps', {}, await someone.call('GET /user/oauth/apps'))
  const parameters = { clientId: app.clientId }
  const revoked = await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)
  keep(examples, 'revokeConnectedApp', { parameters }, revoked)
  await ask('revokeToken', 'POST /oauth/revoke', { body: { token: tokens.refresh_token } })
}

async function recordTokens(
  instance: Instance,
  someone: Person,
  app: { clientId: string; secret: string | null },
  examples: RecordedExamples,
): Promise<{ access_token: string; refresh_token: string }> {
  const { verifier, challenge } = newPkce()
  const query = authorizationQuery(app, {
    state: 'k3v9x2m7',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  examples.authorize = { parameters: query as Record<string, string> }
  const request = {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.secret,
    redirect_uri: redirectUri,
    code: codeOf(await someone.allow(query)),
    code_verifier: verifier,
  }
  const body = new URLSearchParams(request as Record<string, string>)
  const answer = await instance.ask('POST /oauth/token', { body })
  keep(examples, 'exchangeToken', { request }, answer)
  return answer.body
}

const moment = 1_790_000_000
const [today, yesterday] = [0, 86_400].map((ago) =>
  new Date((moment - ago) * 1000).toISOString().slice(0, 10),
) as [string, string]

/** Makes runs comparable by replacing random and time-dependent values with fixed ones of the same form. */
function normalized(examples: RecordedExamples, { url, clock }: Instance): RecordedExamples {
  const ids = new Map<string, string>()
  const idOf = (id: string, prefix: string) => {
    const known = ids.get(id) ?? `${prefix}_01k9xq3v5m8e6t2w4y7z0a1b${String(ids.size + 10)}`
    ids.set(id, known)
    return known
  }
  const text = JSON.stringify(examples)
    .replaceAll(url, 'http://localhost:3000')
    .replaceAll(new URL(url).host, 'localhost:3000')
    .replaceAll(clock.day(), today)
    .replaceAll(clock.day(-1), yesterday)
    .replace(/\b([a-z]{3})_01[0-9a-z]{20,}/g, idOf)
    .replace(/ \d\d:\d\d UTC/g, ' 18:30 UTC')
    .replace(/\/web\/\d{14}\//g, '/web/20261120183000/')
    .replace(/\b(linnet_[a-z]+_)[A-Za-z0-9_-]{20,}/g, '$1k3v9x2m7q5w8r4t6z1b0c3d2f5g7h9j8')
    .replace(/\b(whsec_)[A-Za-z0-9+/=]{20,}/g, '$1MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=')
  return JSON.parse(text, (key, value: unknown) => {
    if (typeof value === 'string' && madeUp[key]) return madeUp[key]
    if (typeof value !== 'number' || value < moment / 2) return value
    return key === 'exp' ? moment + 3600 : key === 'resets_at' ? 1_790_812_800 : moment
  }) as RecordedExamples
}

const madeUp: Partial<Record<string, string>> = {
  code: 'k3v9x2m7q5w8r4t6z1b0c3d2f5g7h9j8',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  client_secret: 'linnet_cs_k3v9x2m7q5w8r4t6z1b0c3d2f5g7h9j8',
}
