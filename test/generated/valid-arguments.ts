// Arguments with which each public operation succeeds, for tests that apply to all operations.
import type { Operation } from '@linnet/contract'
import type { Account } from '../instance.ts'

/** Arguments by their place in a request; a tool takes all of them in one object. */
export interface Arguments {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: Record<string, unknown>
}

/** By operation id; a public operation without an entry fails its tests. */
const prepare: Record<string, (account: Account) => Promise<Arguments>> = {
  listLinks: async (account) => {
    await account.link()
    return { query: { page: 1, limit: 100, search: 'example', status: 'all' } }
  },
  createLink: async () => ({ body: { long_url: 'https://example.com/', title: 'One' } }),
  checkShortAvailability: async () => ({ body: { short: 'nobody-has-this' } }),
  bulkCreateLinks: async () => ({
    body: { links: [{ long_url: 'https://example.com/' }, { long_url: 'x' }] },
  }),
  getLink: async (account) => ({ params: await link(account) }),
  explainLink: async (account) => ({
    params: await link(account),
    body: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64)', country: 'DE', language: 'de' },
  }),
  getLinkHealth: async (account) => ({ params: await link(account) }),
  updateLinkHealth: async (account) => ({
    params: await link(account),
    body: { watch: true, when_broken: 'archive' },
  }),
  updateLink: async (account) => ({ params: await link(account), body: { title: 'Two' } }),
  archiveLink: async (account) => ({ params: await link(account) }),
  unarchiveLink: async (account) => {
    const params = await link(account)
    await account.call(`DELETE /links/${params.short}`)
    return { params }
  },
  getLinkHistory: async (account) => ({ params: await changedLink(account) }),
  rollBackLink: async (account) => {
    const params = await changedLink(account)
    const { data } = (await account.call(`GET /links/${params.short}/history`)).body
    return { params, body: { to: data[1].id } }
  },
  getLinkSchedule: async (account) => ({ params: await link(account) }),
  setLinkSchedule: async (account) => ({
    params: await link(account),
    body: { switches: [{ at: 4_000_000_000, long_url: 'https://example.com/later' }] },
  }),
  deleteLink: async (account) => ({ params: await link(account) }),
  undoChange: async (account) => {
    const { short } = await account.link()
    const answer = await account.call(`PUT /links/${short}`, { body: { title: 'Two' } })
    return { body: { token: answer.headers.get('undo-token') } }
  },
  listUtmTemplates: async () => ({}),
  listTags: async () => ({}),
  updateTag: async (account) => ({ params: { id: await tag(account) }, body: { color: 'teal' } }),
  mergeTag: async (account) => ({
    params: { id: await tag(account) },
    body: { into: await tag(account) },
  }),
  deleteTag: async (account) => ({ params: { id: await tag(account) } }),
  getLinkStats: async (account) => ({
    params: await link(account),
    query: { start: '2026-01-01', end: '2026-01-31' },
  }),
  getLinkLifetimeStats: async (account) => ({ params: await link(account) }),
  getLinkBreakdown: async (account) => ({ params: await link(account) }),
  listMicrosites: async (account) => {
    await microsite(account)
    return { query: { limit: 1 } }
  },
  createMicrosite: async () => ({
    body: { slug: newSlug(), title: 'Ana', kind: 'portfolio', theme: 'light', draft: true },
  }),
  checkMicrositeSlug: async () => ({ body: { slug: 'nobody-has-this' } }),
  getMicrosite: async (account) => ({ params: { slug: (await microsite(account)).slug } }),
  updateMicrosite: async (account) => ({
    params: { slug: (await microsite(account)).slug },
    body: { title: 'Two', description: 'Three', hide: true, kind: 'brand', theme: 'dark' },
  }),
  publishMicrosite: async (account) => ({ params: { slug: (await microsite(account)).slug } }),
  deleteMicrosite: async (account) => ({ params: { slug: (await microsite(account)).slug } }),
  listMicrositeVersions: async (account) => ({ params: { slug: (await publishedMicrosite(account)).slug } }),
  getMicrositeVersion: async (account) => ({ params: await publishedMicrosite(account) }),
  restoreMicrositeVersion: async (account) => {
    const { slug, versionId } = await publishedMicrosite(account)
    return { params: { slug }, body: { to: versionId } }
  },
  listComponents: async (account) => ({ params: { slug: (await microsite(account)).slug } }),
  createComponent: async (account) => ({
    params: { slug: (await microsite(account)).slug },
    body: { kind: 'LINK', data: { value: 'Shop', href: 'https://example.com/' }, tag: 'top' },
  }),
  updateComponent: async (account) => {
    const { slug, ids } = await microsite(account)
    return {
      params: { slug, componentId: ids[0] },
      body: { active: false, kind: 'TEXT', data: { content: 'Words' } },
    }
  },
  deleteComponent: async (account) => {
    const { slug, ids } = await microsite(account)
    return { params: { slug, componentId: ids[1] } }
  },
  orderComponents: async (account) => {
    const { slug, ids } = await microsite(account)
    return { params: { slug }, body: { orders: ids.toReversed() } }
  },
  getGlobalQr: async () => ({}),
  setGlobalQr: async () => ({ body: { color: '#123456' } }),
  getLinkQr: async (account) => ({ params: await link(account) }),
  setLinkQr: async (account) => ({ params: await link(account), body: { color: '#123456' } }),
  listPlacements: async (account) => ({ params: await link(account) }),
  planPlacements: async (account) => ({ params: await link(account), body: { names: ['Newsletter'] } }),
  getUser: async () => ({}),
  getQuota: async () => ({}),
  getAccountStats: async () => ({ query: { additional: true } }),
  subscribeAutomationWebhook: async () => ({
    // Subscribes to an event that these tests never cause.
    body: { url: 'https://1.1.1.1/hook', event: 'qr.scanned' },
  }),
  unsubscribeAutomationWebhook: async () => ({ body: { url: 'https://1.1.1.1/nothing' } }),
  listAutomationSamples: async () => ({ query: { event: 'link.clicked' } }),
}

/** Creates what an operation needs in an account, and returns the arguments that name it. */
export async function validFor({ id }: Operation, account: Account): Promise<Arguments> {
  const make = prepare[id]
  if (!make) throw new Error(`${id} has no valid arguments in test/generated/valid-arguments.ts; add them`)
  return await make(account)
}

/** The operation as a request, such as `GET /links/anything?domain=x`; a missing parameter is `anything`. */
export function requestOf({ method, path }: Operation, { params = {}, query = {} }: Arguments = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'anything')
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${method} ${filled}${search.size > 0 ? `?${search}` : ''}`
}

async function link(account: Account): Promise<{ short: string }> {
  const { short } = await account.link()
  return { short }
}

/** A link whose history has two entries. */
async function changedLink(account: Account): Promise<{ short: string }> {
  const params = await link(account)
  await account.call(`PUT /links/${params.short}`, { body: { title: 'Two' } })
  return params
}

let tags = 0

/** The id of a new tag. */
async function tag(account: Account): Promise<string> {
  const name = `tag ${++tags}`
  await account.link({ tags: [name] })
  const { data } = (await account.call('GET /tags')).body
  return data.find((one: { name: string }) => one.name === name).id
}

let sites = 0
const newSlug = () => `site-${++sites}`

/** A new microsite with two components: its slug, and their ids. */
export async function microsite(account: Account): Promise<{ slug: string; ids: [string, string] }> {
  const slug = newSlug()
  await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'portfolio', draft: true } })
  const add = async (kind: string) =>
    (await account.call(`POST /microsites/${slug}/components`, { body: { kind, data: {} } })).body.data.id
  return { slug, ids: [await add('LINK'), await add('TEXT')] }
}

/** The slug of a new published microsite, and the id of its version. */
async function publishedMicrosite(account: Account): Promise<{ slug: string; versionId: string }> {
  const { slug } = await microsite(account)
  await account.call(`POST /microsites/${slug}/publish`)
  const { data } = (await account.call(`GET /microsites/${slug}/versions`)).body
  return { slug, versionId: data[0].id }
}
