// A tool refuses what its operation refuses over the API, with the same message and without changes.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ErrorCode, operations } from '@linnet/contract'
import { accountDataOf } from '../../../../test/account-data.ts'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { type Arguments, microsite, requestOf } from '../../../../test/generated/valid-arguments.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'

interface Refused {
  why: string
  code: ErrorCode
  /** The fields that the refusal is about. */
  paths?: string[]
  given(account: Account): Promise<Arguments> | Arguments
  /** The account's plan; by default the one without limits. */
  plan?: 'narrow'
}

const shortOf = async (account: Account) => ({ short: (await account.link()).short as string })
const slugOf = async (account: Account) => ({ slug: (await microsite(account)).slug })
const componentOf = async (account: Account) => {
  const { slug, ids } = await microsite(account)
  return { slug, componentId: ids[0] }
}
const unknownLink: Refused = {
  why: 'a link that is not there',
  code: 'not_found',
  given: () => ({ params: { short: 'nobody-has-this' } }),
}
const unknownMicrosite: Refused = {
  why: 'a microsite that is not there',
  code: 'not_found',
  given: () => ({ params: { slug: 'nobody-has-this' } }),
}
const longAgo = { start: '2020-01-01', end: '2020-01-31' }
const hostile = { kind: 'LINK', data: { href: 'javascript:alert(1)', buttonColor: 'red' } }

const table: Record<string, Refused[]> = {
  list_links: [
    {
      why: 'a page before the first',
      code: 'malformed_request',
      paths: ['page', 'status'],
      given: () => ({ query: { page: 0, status: 'gone' } }),
    },
  ],
  create_link: [
    {
      why: 'an invalid destination',
      code: 'validation_failed',
      paths: ['long_url', 'expired_at'],
      given: () => ({ body: { long_url: 'javascript:alert(1)', expired_at: -1 } }),
    },
    {
      why: 'no destination',
      code: 'validation_failed',
      paths: ['long_url'],
      given: () => ({ body: { title: 'One' } }),
    },
    {
      why: 'a code that is taken',
      code: 'slug_taken',
      given: async (account) => ({
        body: { long_url: 'https://example.com/', custom_slug: (await account.link()).short },
      }),
    },
    {
      why: 'a code that is reserved',
      code: 'slug_invalid',
      given: () => ({ body: { long_url: 'https://example.com/', custom_slug: 'mcp' } }),
    },
    {
      why: 'a link more than the plan has',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => {
        await account.link()
        return { body: { long_url: 'https://example.com/' } }
      },
    },
  ],
  check_short_availability: [
    {
      why: 'a code that is taken',
      code: 'slug_taken',
      given: async (account) => ({ body: { short: (await account.link()).short } }),
    },
    { why: 'an invalid code', code: 'slug_invalid', given: () => ({ body: { short: 'a b' } }) },
  ],
  bulk_create_links: [
    { why: 'no links', code: 'validation_failed', paths: ['links'], given: () => ({ body: { links: [] } }) },
    {
      why: 'a plan without the feature',
      code: 'plan_required',
      plan: 'narrow',
      given: () => ({ body: { links: [{ long_url: 'https://example.com/' }] } }),
    },
  ],
  get_link: [unknownLink],
  explain_link: [
    { ...unknownLink, given: () => ({ params: { short: 'nobody-has-this' }, body: {} }) },
    {
      why: 'a country that does not exist',
      code: 'validation_failed',
      paths: ['country'],
      given: async (account) => ({ params: await shortOf(account), body: { country: 'XX' } }),
    },
  ],
  get_link_history: [unknownLink],
  roll_back_link: [
    {
      why: 'an entry that is not there',
      code: 'not_found',
      given: async (account) => ({ params: await shortOf(account), body: { to: 'chg_nothing' } }),
    },
  ],
  delete_link_for_good: [unknownLink],
  undo: [
    { why: 'an unknown token', code: 'not_found', given: () => ({ body: { token: 'chg_nothing' } }) },
    {
      why: 'a change that was undone already',
      code: 'undo_conflict',
      given: async (account) => {
        const { short } = await account.link()
        const { headers } = await account.call(`PUT /links/${short}`, { body: { title: 'Two' } })
        const body = { token: headers.get('undo-token') }
        await account.call('POST /undo', { body })
        return { body }
      },
    },
  ],
  update_link: [
    { ...unknownLink, given: () => ({ params: { short: 'nobody-has-this' }, body: { title: 'One' } }) },
    {
      why: 'a day that has passed',
      code: 'validation_failed',
      paths: ['archive_at'],
      given: async (account) => ({ params: await shortOf(account), body: { archive_at: '2020-01-01' } }),
    },
    {
      why: 'the code of another link',
      code: 'slug_taken',
      given: async (account) => ({
        params: await shortOf(account),
        body: { title: 'Two', custom_slug: (await account.link()).short },
      }),
    },
    {
      why: 'a rename more than the plan has',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => ({
        params: await shortOf(account),
        body: { custom_slug: 'nobody-has-this' },
      }),
    },
  ],
  delete_link: [unknownLink],
  unarchive_link: [unknownLink],
  get_link_stats: [
    unknownLink,
    {
      why: 'a range that runs backwards',
      code: 'malformed_request',
      paths: ['end'],
      given: async (account) => ({
        params: await shortOf(account),
        query: { start: '2026-02-01', end: '2026-01-01' },
      }),
    },
    {
      why: 'days that the plan does not show',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => ({ params: await shortOf(account), query: longAgo }),
    },
  ],
  get_link_lifetime_stats: [unknownLink],
  get_account_stats: [
    {
      why: 'an invalid day',
      code: 'malformed_request',
      paths: ['start'],
      given: () => ({ query: { start: 'yesterday' } }),
    },
    {
      why: 'days that the plan does not show',
      code: 'plan_limit',
      plan: 'narrow',
      given: () => ({ query: longAgo }),
    },
  ],
  set_global_qr: [
    {
      why: 'a colour that is none',
      code: 'validation_failed',
      paths: ['color'],
      given: () => ({ body: { color: 'red' } }),
    },
    {
      why: 'a logo on this machine',
      code: 'validation_failed',
      paths: ['logo'],
      given: () => ({ body: { logo: 'http://127.0.0.1/logo.png' } }),
    },
  ],
  get_link_qr: [unknownLink],
  set_link_qr: [
    { ...unknownLink, given: () => ({ params: { short: 'nobody-has-this' }, body: { color: '#123456' } }) },
    {
      why: 'a colour that is none',
      code: 'validation_failed',
      paths: ['color'],
      given: async (account) => ({ params: await shortOf(account), body: { color: 'red' } }),
    },
  ],
  list_microsites: [
    {
      why: 'an invalid cursor',
      code: 'malformed_request',
      paths: ['after'],
      given: () => ({ query: { after: 'nothing' } }),
    },
  ],
  create_microsite: [
    {
      why: 'a taken slug',
      code: 'slug_taken',
      given: async (account) => ({ body: { ...(await slugOf(account)), title: 'Ana', kind: 'brand' } }),
    },
    {
      why: 'an unknown theme',
      code: 'validation_failed',
      paths: ['theme'],
      given: () => ({ body: { slug: 'nobody-has-this', title: 'Ana', kind: 'brand', theme: 'loud' } }),
    },
    {
      why: 'a microsite more than the plan has',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => {
        await microsite(account)
        return { body: { slug: 'nobody-has-this', title: 'Ana', kind: 'brand' } }
      },
    },
  ],
  check_microsite_slug: [
    {
      why: 'what is far too long',
      code: 'validation_failed',
      paths: ['slug'],
      given: () => ({ body: { slug: 'a'.repeat(9000) } }),
    },
  ],
  get_microsite: [unknownMicrosite],
  update_microsite: [
    { ...unknownMicrosite, given: () => ({ params: { slug: 'nobody-has-this' }, body: { title: 'One' } }) },
    {
      why: 'a title without letters',
      code: 'validation_failed',
      paths: ['title'],
      given: async (account) => ({ params: await slugOf(account), body: { title: ' ', description: 'One' } }),
    },
    {
      why: 'hiding in a plan without it',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => ({ params: await slugOf(account), body: { hide: true, title: 'Two' } }),
    },
  ],
  delete_microsite: [unknownMicrosite],
  list_microsite_components: [unknownMicrosite],
  create_microsite_component: [
    {
      why: 'fields that are not valid',
      code: 'validation_failed',
      paths: ['data.href', 'data.buttonColor'],
      given: async (account) => ({ params: await slugOf(account), body: hostile }),
    },
    {
      why: 'a second profile',
      code: 'validation_failed',
      paths: ['kind'],
      given: async (account) => {
        const params = await slugOf(account)
        const body = { kind: 'PROFILE', data: {} }
        await account.call(`POST /microsites/${params.slug}/components`, { body })
        return { params, body }
      },
    },
    {
      why: 'a kind that the plan does not have',
      code: 'plan_limit',
      plan: 'narrow',
      given: async (account) => ({ params: await slugOf(account), body: { kind: 'IMAGE_SLIDE', data: {} } }),
    },
  ],
  update_microsite_component: [
    {
      why: 'a component that is not there',
      code: 'not_found',
      given: async (account) => ({
        params: { ...(await slugOf(account)), componentId: 'cmp_nothing' },
        body: { active: true, kind: 'TEXT', data: {} },
      }),
    },
    {
      why: 'fields that are not valid',
      code: 'validation_failed',
      paths: ['data.href', 'data.buttonColor'],
      given: async (account) => ({ params: await componentOf(account), body: { active: true, ...hostile } }),
    },
    {
      why: 'missing required fields',
      code: 'validation_failed',
      paths: ['active', 'kind'],
      given: async (account) => ({ params: await componentOf(account), body: { data: {} } }),
    },
  ],
  delete_microsite_component: [
    {
      why: 'a component that is not there',
      code: 'not_found',
      given: async (account) => ({ params: { ...(await slugOf(account)), componentId: 'cmp_nothing' } }),
    },
  ],
  order_microsite_components: [
    {
      why: 'an order without all of them',
      code: 'validation_failed',
      paths: ['orders'],
      given: async (account) => {
        const { slug, ids } = await microsite(account)
        return { params: { slug }, body: { orders: [ids[0]] } }
      },
    },
  ],
}

// With tools, and almost nothing else.
const plans = join(mkdtempSync(join(tmpdir(), 'linnet-plans-')), 'plans.json')
const narrow = {
  ...{ links: 1, custom_slug_renames: 0, microsites: 1, analytics_days: 30 },
  ...{ bulk_shortening: false, image_slide: false, microsite_visibility: false },
}
const many = { requests_per_minute: 1_000_000 }
writeFileSync(plans, JSON.stringify({ unlimited: many, narrow: { ...narrow, ...many } }))

onEachEngine(
  'a tool',
  (instance) => {
    for (const operation of operations) {
      const name = operation.tool?.name
      if (name === undefined) continue
      const cases = table[name] ?? []
      if (cases.length === 0)
        test(`${name} refuses nothing but who may not call it: it takes no arguments`, () => {
          const { params, query, body } = operation
          expect({ ...params.shape, ...query.shape, ...body?.shape }).toStrictEqual({})
        })
      else
        describe(name, () => {
          for (const { why, code, paths = [], given, plan = 'unlimited' } of cases)
            test(`refuses ${why} as its operation does: ${code}`, async () => {
              const account = await instance.account({ plan })
              const valid = await given(account)
              const before = await accountDataOf(account)
              const asked = await account.call(requestOf(operation, valid), { body: valid.body })
              const { params, query, body } = valid
              const called = await agentOf(instance, account.key, { tools: 'all' }).call(name, {
                ...params,
                ...query,
                ...body,
              })

              expect(asked.body.error?.code, asked.text).toBe(code)
              const details: { path: string; message: string }[] = asked.body.error.details ?? []
              expect(details.map(({ path }) => path)).toStrictEqual(paths)
              expect(called.status).toBe(200)
              expect(called.result.isError, called.text).toBe(true)
              expect(called.result.structuredContent).toBeUndefined()
              const [{ text }] = called.result.content
              expect(/^\w+/.exec(text)?.[0]).toBe(code)
              for (const { path } of details) expect(text).toContain(path)
              expect(await accountDataOf(account)).toStrictEqual(before)
            })
        })
    }
  },
  { PLANS_FILE: plans },
)
