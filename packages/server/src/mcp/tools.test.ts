// The list of tools, who can see them, and who may call them.
import { beforeAll, describe, expect, test } from 'bun:test'
import { allScopes, type Operation, operations, type Scope } from '@linnet/contract'
import { accountDataOf } from '../../../../test/account-data.ts'
import { type Agent, agentOf } from '../../../../test/agents/mcp.ts'
import { validFor } from '../../../../test/generated/valid-arguments.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'

const nothing = { readOnly: false, destructive: false, idempotent: false, openWorld: false }
const reads = { ...nothing, readOnly: true, idempotent: true }
const overwrites = { ...nothing, destructive: true, idempotent: true }
const repeatable = { ...nothing, idempotent: true }
const fetches = { ...overwrites, openWorld: true }

/** The contract's table, and the hints for each tool. */
const table: Record<string, [scope: Scope, hints: typeof nothing]> = {
  create_link: ['links:write', { ...nothing, openWorld: true }],
  bulk_create_links: ['links:write', nothing],
  get_link: ['links:read', reads],
  list_links: ['links:read', reads],
  update_link: ['links:write', fetches],
  delete_link: ['links:archive', overwrites],
  unarchive_link: ['links:write', repeatable],
  check_short_availability: ['links:read', reads],
  get_link_stats: ['links:analytics', reads],
  get_link_lifetime_stats: ['links:analytics', reads],
  get_account_stats: ['links:analytics', reads],
  create_microsite: ['microsites:write', nothing],
  get_microsite: ['microsites:read', reads],
  list_microsites: ['microsites:read', reads],
  update_microsite: ['microsites:write', overwrites],
  delete_microsite: ['microsites:delete', overwrites],
  check_microsite_slug: ['microsites:read', reads],
  create_microsite_component: ['microsites:write', nothing],
  list_microsite_components: ['microsites:read', reads],
  update_microsite_component: ['microsites:write', overwrites],
  delete_microsite_component: ['microsites:delete', overwrites],
  order_microsite_components: ['microsites:write', repeatable],
  get_link_qr: ['qr:read', reads],
  set_link_qr: ['qr:write', fetches],
  get_global_qr: ['qr:read', reads],
  set_global_qr: ['qr:write', fetches],
  get_user_info: ['user:read', reads],
  get_quota: ['user:read', reads],
}
const namesWith = (fits: (scope: Scope) => boolean) =>
  Object.entries(table).flatMap(([name, [scope]]) => (fits(scope) ? [name] : []))

function operationOf(name: string): Operation {
  const operation = operations.find(({ tool }) => tool?.name === name)
  if (!operation) throw new Error(`no operation is the tool ${name}`)
  return operation
}

onEachEngine('the tools', (instance) => {
  let account: Account
  let all: Agent
  const own = new Map<Scope, Agent>()
  const other = new Map<Scope, Agent>()
  /** Arguments with which each tool does something; they work once. */
  const given = new Map<string, object>()
  beforeAll(async () => {
    account = await instance.account()
    all = agentOf(instance, account.key)
    for (const scope of allScopes) {
      const others = allScopes.filter((one) => one !== scope)
      own.set(scope, agentOf(instance, await account.newKey(scope)))
      other.set(scope, agentOf(instance, await account.newKey(others.join(','))))
    }
    for (const name of Object.keys(table)) {
      const { params, query, body } = await validFor(operationOf(name), account)
      given.set(name, { ...params, ...query, ...body })
    }
  })

  test('are the 28 of the contract', async () => {
    expect((await all.tools()).sort()).toStrictEqual(Object.keys(table).sort())
  })

  test('have annotations that say how careful an agent must be', async () => {
    const { result } = await all.ask('tools/list')
    for (const { name, title, annotations } of result.tools) {
      const { readOnly, destructive, idempotent, openWorld } = table[name]?.[1] ?? {}
      expect([name, annotations]).toStrictEqual([
        name,
        {
          title,
          readOnlyHint: readOnly,
          destructiveHint: destructive,
          idempotentHint: idempotent,
          openWorldHint: openWorld,
        },
      ])
    }
  })

  for (const scope of allScopes)
    test(`of ${scope} are shown only with that scope, and the others only with theirs`, async () => {
      expect((await own.get(scope)?.tools())?.sort()).toStrictEqual(namesWith((one) => one === scope).sort())
      expect((await other.get(scope)?.tools())?.sort()).toStrictEqual(
        namesWith((one) => one !== scope).sort(),
      )
    })

  test('are refused without their scope, and change nothing then', async () => {
    const before = await accountDataOf(account)
    for (const [name, [scope]] of Object.entries(table))
      expect((await (other.get(scope) as Agent).call(name, given.get(name))).status, name).toBe(403)
    expect(await accountDataOf(account)).toStrictEqual(before)
  })

  for (const [name, [scope]] of Object.entries(table))
    describe(name, () => {
      test(`is refused without ${scope}, and says so`, async () => {
        const answer = await (other.get(scope) as Agent).call(name, given.get(name))
        expect(answer.status).toBe(403)
        expect(answer.result).toBeUndefined()
        expect(answer.error.data.code).toBe('insufficient_scope')
        expect(answer.error.message).toContain(scope)
        const challenge = answer.headers.get('www-authenticate')
        expect(challenge).toStartWith('Bearer ')
        expect(challenge).toContain('error="insufficient_scope"')
        expect(challenge).toContain(`scope="${scope}"`)
        expect(challenge).toContain(
          `resource_metadata="${instance.url}/.well-known/oauth-protected-resource/mcp"`,
        )
      })

      test(`works with ${scope} alone`, async () => {
        const { result, text } = await (own.get(scope) as Agent).call(name, given.get(name))
        expect(result?.isError, text).toBeUndefined()
        expect(result.structuredContent, text).toBeObject()
      })
    })
})
