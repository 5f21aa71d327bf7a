// Every operation with what belongs to another workspace: nothing of it is shown or changed.
import { beforeAll, expect, test } from 'bun:test'
import { type Operation, operations } from '@linnet/contract'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import {
  addMember,
  inWorkspace,
  type MemberSession,
  newWorkspace,
  type Workspace,
} from '../../../../test/accounts/workspaces.ts'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { requestOf } from '../../../../test/generated/valid-arguments.ts'
import { type Answer, onEachEngine } from '../../../../test/instance.ts'
import { everyRow } from '../../../../test/stored-contents.ts'

const mark = 'of-the-other-workspace'

/** Fields of a body or query that can name something. The first two never change what another one names. */
const naming = ['ids', 'id', 'short', 'slug', 'domain', 'workspace', 'member', 'person', 'owner', 'orders']

const named = operations.filter(
  ({ audience, params, query, body }) =>
    audience !== 'visitor' &&
    (Object.keys(params.shape).length > 0 ||
      [query, body].some((schema) => schema && naming.some((field) => field in schema.shape))),
)

function valuesFor(schema: Operation['body'], id: string, fieldsThatName = naming): Record<string, unknown> {
  const fields = Object.keys(schema?.shape ?? {})
  const value = (field: string) => (field === 'ids' || field === 'orders' ? [id] : id)
  return Object.fromEntries([
    ...fields.filter((field) => fieldsThatName.includes(field)).map((field) => [field, value(field)]),
    ...(fields.includes('title') ? [['title', 'Taken over']] : []),
    ...(fields.includes('name') ? [['name', 'Taken over']] : []),
    ...(fields.includes('role') ? [['role', 'owner']] : []),
    ...(fields.includes('color') ? [['color', '#666666']] : []),
  ])
}

onEachEngine('what belongs to a workspace', (instance) => {
  let theirs: { workspace: Workspace; owner: MemberSession }
  let own: { workspace: Workspace; owner: MemberSession }
  let attacker: MemberSession
  /** Everything that can be named in the other workspace. */
  let names: string[]

  beforeAll(async () => {
    theirs = await newWorkspace(instance, `Workspace ${mark}`)
    const { call } = theirs.owner
    const member = await addMember(instance, theirs, 'admin')
    const create = async (methodAndPath: string, body: object) => {
      const answer = await call(methodAndPath, { body })
      if (answer.status !== 200) throw new Error(`${methodAndPath}: ${answer.text}`)
      return answer.body.data
    }
    const link = await create('POST /links', { long_url: `https://example.com/${mark}`, title: mark })
    const site = await create('POST /microsites', { slug: mark, title: mark, kind: 'portfolio', draft: true })
    const component = await create(`POST /microsites/${site.slug}/components`, {
      kind: 'TEXT',
      data: { content: mark },
    })
    const made = [
      await create('POST /shop-items', { title: mark }),
      await create('POST /keys', { name: mark, scopes: ['links:read'] }),
      await create('POST /webhooks', { url: `https://1.1.1.1/${mark}`, events: ['link.created'] }),
      await create('POST /domains', { domain: `${mark}.example.com` }),
      await create('POST /workspace/invitations', { email: `${mark}@example.com` }),
    ]
    const app = await create('POST /apps', {
      ...{ name: mark, redirect_uris: ['https://app.example/'], scopes: ['links:read'] },
    })
    own = await newWorkspace(instance, 'Attackers')
    attacker = own.owner
    names = [
      ...[link.id, link.short, site.id, site.slug, component.id, app.client_id],
      ...made.map(({ id }) => id),
      ...[member.userId, theirs.owner.userId, theirs.workspace.id],
    ]
  })

  /** A new API key of the attacker. */
  const newKey = async () => {
    const { key } = await instance.command(
      ...['key', 'create', '--email', attacker.email, '--name', 'key', '--scopes', 'all'],
    )
    return key as string
  }

  /** The rows that say anything about the other workspace, as text. */
  const rowsOfTheirs = async () => {
    const all = (await everyRow(instance.database)).split('\n')
    return all
      .filter((row) => row.includes(mark) || names.some((name) => row.includes(name)))
      .filter((row) => !/^(sessions|known_devices|link_changes|search_position|link_index)/.test(row))
      .toSorted()
  }

  /** What an answer shows of the other workspace, besides what was sent. */
  const shown = ({ text }: Answer, sent: string) =>
    [mark, ...names].filter((name) => !sent.includes(name) && text.includes(name))

  test('is neither shown nor changed by any operation that names it, in another workspace', async () => {
    const before = await rowsOfTheirs()
    expect(before.length).toBeGreaterThan(10)
    const leaks: string[] = []
    let requests = 0
    for (const workspace of [own.workspace.id, null])
      for (const operation of named) {
        // Far fewer than the 600 requests that a session may send in a minute.
        const session = await signIn(instance, attacker)
        const call = workspace === null ? session.call : inWorkspace(session, workspace)
        for (const [name, everywhere] of names.flatMap(
          (one) =>
            [
              [one, false],
              [one, true],
            ] as const,
        )) {
          const params = Object.fromEntries(Object.keys(operation.params.shape).map((key) => [key, name]))
          const query = everywhere ? (valuesFor(operation.query, name) as Record<string, string>) : {}
          const path = requestOf(operation, { params, query })
          const fields = everywhere ? naming : naming.slice(0, 2)
          const body = operation.body ? { body: valuesFor(operation.body, name, fields) } : {}
          const answer = await call(path, body)
          requests++
          const sent = `${path} ${JSON.stringify(body)}`
          const what = shown(answer, sent)
          if (what.length > 0 || answer.status === 429 || answer.status >= 500)
            leaks.push(`${sent}: ${answer.status} ${what}`)
        }
      }
    expect(requests).toBeGreaterThan(1500)
    expect(leaks).toEqual([])
    expect(await rowsOfTheirs()).toEqual(before)
  })

  test('is neither shown nor changed by any tool of an agent in another workspace', async () => {
    const before = await rowsOfTheirs()
    const leaks: string[] = []
    let calls = 0
    let agent = agentOf(instance, await newKey())
    for (const { tool, params, query, body } of operations)
      for (const name of tool ? names : []) {
        const paths = Object.fromEntries(Object.keys(params.shape).map((key) => [key, name]))
        for (const given of [
          { ...paths, ...valuesFor(body, name, naming.slice(0, 2)) },
          { ...paths, ...valuesFor(query, name), ...valuesFor(body, name) },
        ]) {
          // A key may send 20 messages at once.
          if (++calls % 20 === 0) agent = agentOf(instance, await newKey())
          const answer = await agent.call(tool?.name ?? '', given)
          const what = shown(answer, JSON.stringify(given))
          if (what.length > 0 || answer.status !== 200) leaks.push(`${tool?.name} ${name}: ${answer.text}`)
        }
      }
    expect(leaks).toEqual([])
    expect(await rowsOfTheirs()).toEqual(before)
  })

  test('is not in any list of another workspace', async () => {
    const lists = operations.filter(
      ({ method, params, audience }) =>
        method === 'GET' && audience !== 'visitor' && Object.keys(params.shape).length === 0,
    )
    const session = await signIn(instance, attacker)
    for (const call of [session.call, inWorkspace(session, own.workspace.id)])
      for (const operation of lists) {
        const answer = await call(requestOf(operation))
        expect([operation.id, shown(answer, '')]).toEqual([operation.id, []])
      }
  })
})
