// The main workflow of an integrating developer, written with a client generated from the API's description.
// Run by generated-client.long.test.ts with BASE_URL and API_KEY; prints what it did as JSON.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

const client = createClient<paths>({
  baseUrl: process.env.BASE_URL ?? '',
  headers: { authorization: `Bearer ${process.env.API_KEY}` },
})

/** The data of a response, or an error that says why there is none. */
function need<Answer>({ data, error }: { data?: Answer; error?: unknown }): Answer {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const made = need(
  await client.POST('/links', { body: { long_url: 'https://example.com/a?b=c', custom_slug: 'generated' } }),
)
const link: components['schemas']['Link'] = made.data
const path = { short: link.short }
const renamed = need(await client.PUT('/links/{short}', { params: { path }, body: { title: 'Generated' } }))
const found = need(await client.GET('/links', { params: { query: { search: 'generated', limit: 5 } } }))
const points = need(await client.GET('/links/{short}/stats', { params: { path } }))

const site = need(
  await client.POST('/microsites', { body: { slug: 'generated-page', title: 'Ana', kind: 'brand' } }),
)
const slug = { slug: site.data.slug }
const component = need(
  await client.POST('/microsites/{slug}/components', {
    params: { path: slug },
    body: { kind: 'LINK', data: { value: 'My shop', href: 'https://example.com/shop' } },
  }),
)
// The compiler knows the data of each kind once the kind is known.
const href = component.data.kind === 'LINK' ? component.data.data.href : undefined
const refusal = await client.POST('/microsites/{slug}/components', {
  params: { path: slug },
  // @ts-expect-error A countdown has no href, and its timestamp is a number.
  body: { kind: 'COUNTDOWN', data: { timestamp: 'soon' } },
})
const subscription = need(
  await client.POST('/integrations/automation/webhook/subscribe', {
    body: { url: 'https://example.com/hooks/linnet', events: ['link.created'] },
  }),
)
// @ts-expect-error An address is required.
await client.POST('/integrations/automation/webhook/subscribe', { body: { events: ['link.created'] } })

console.log(
  JSON.stringify({
    short_url: link.short_url,
    title: renamed.data.title,
    total: found.total,
    days: points.data.length,
    kind: component.data.kind,
    href,
    refused: refusal.error?.error.code,
    secret: subscription.data.secret.slice(0, 6),
  }),
)
