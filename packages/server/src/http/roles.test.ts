// Every operation with every role, over every transport: who may run it, and who learns that they may not.
import { beforeAll, describe, expect, test } from 'bun:test'
import { allScopes, isAtLeast, type Operation, operations, type Role, roles } from '@linnet/contract'
import {
  addMember,
  inWorkspace,
  type MemberSession,
  memberKey,
  newPerson,
  newWorkspace,
  setRole,
  type Workspace,
} from '../../../../test/accounts/workspaces.ts'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { requestOf } from '../../../../test/generated/valid-arguments.ts'
import { type Answer, onEachEngine } from '../../../../test/instance.ts'

type Needing = Operation & { role: Role }

// Leaving has no input that could be wrong, so those who may leave do: it comes last.
const ofWorkspaces = operations
  .filter((operation): operation is Needing => operation.role !== null)
  .toSorted((one, other) => Number(one.id === 'leaveWorkspace') - Number(other.id === 'leaveWorkspace'))

/** With an input that the operation refuses, unless it needs none. */
const bodyOf = ({ body }: Operation) => (body ? { body: {} } : {})

function isRefusedByRole({ status, body }: Answer): boolean {
  return (
    status === 403 &&
    body.error.code === 'forbidden' &&
    /^This requires the \w+ role, and your role in this workspace is \w+\. Ask an/.test(body.error.message)
  )
}

onEachEngine('every operation of a workspace', (instance) => {
  const members = {} as Record<Role, MemberSession>
  let workspace: Workspace
  let stranger: Omit<MemberSession, 'call'>

  beforeAll(async () => {
    const made = await newWorkspace(instance, 'Marketing', { plan: 'roomy' })
    workspace = made.workspace
    members.owner = made.owner
    for (const role of ['viewer', 'editor', 'admin'] as const)
      members[role] = await addMember(instance, made, role)
    stranger = await newPerson(instance)
  })

  test('declares its role, unless it is about a person or for administrators of the server', () => {
    const without = operations.filter(({ role }) => role === null).map(({ id }) => id)
    expect(without.filter((id) => /Link|Qr|Microsite|Component|Asset|Webhook|Domain|Stats/.test(id))).toEqual(
      ['blockLink', 'unblockLink', 'blockMicrosite', 'unblockMicrosite'],
    )
    expect(operations.filter(({ audience, role }) => audience === 'public' && role === null)).toEqual([])
  })

  describe.each(roles)('with the role %s', (role) => {
    test('is refused over the dashboard exactly if the role is too low', async () => {
      const wrong: string[] = []
      for (const operation of ofWorkspaces) {
        const answer = await members[role].call(requestOf(operation), bodyOf(operation))
        if (isRefusedByRole(answer) === isAtLeast(role, operation.role))
          wrong.push(`${operation.id}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
    })
  })

  test('is refused to who does not belong to the workspace, as are operations without a role', async () => {
    const call = inWorkspace(stranger.session, workspace.id)
    for (const operation of operations.filter(({ audience }) => audience !== 'visitor')) {
      const { status, body } = await call(requestOf(operation), bodyOf(operation))
      expect([operation.id, status, body.error?.message]).toEqual([
        operation.id,
        403,
        'You do not belong to this workspace, or it was deleted. Choose another one.',
      ])
    }
  })

  test('is refused in a workspace that does not exist, whatever is sent as its id', async () => {
    for (const id of [
      'wsp_00000000000000000000000000',
      'x',
      '',
      `wsp_${'a'.repeat(10_000)}`,
      "wsp_' or 1=1",
    ]) {
      const { status, body } = await inWorkspace(stranger.session, id)('GET /links')
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
  })
})

onEachEngine('a credential of a workspace', (instance) => {
  test.each(roles)(
    'can do no more than its maker, who is %s by now, over the API and as an agent',
    async (role) => {
      const made = await newWorkspace(instance)
      const member = await addMember(instance, made, 'admin')
      const { key } = await memberKey(member, allScopes)
      await setRole(made.owner, member, role)
      const headers = { authorization: `Bearer ${key}` }
      const offered = operations.filter(({ audience }) => audience === 'public') as Needing[]
      const wrong: string[] = []
      for (const operation of offered) {
        const [method, path] = requestOf(operation).split(' ')
        const answer = await instance.ask(`${method} /v2${path}`, { ...bodyOf(operation), headers })
        if (isRefusedByRole(answer) === isAtLeast(role, operation.role))
          wrong.push(`${operation.id}: ${answer.text}`)
      }
      expect(wrong).toEqual([])
      const agent = agentOf(instance, key, { tools: 'all' })
      const listed = await agent.tools()
      const tools = offered.filter(({ tool }) => tool)
      expect(listed).toEqual(
        tools.flatMap(({ tool, role: needed }) => (tool && isAtLeast(role, needed) ? [tool.name] : [])),
      )
      for (const operation of tools.filter(({ role: needed }) => !isAtLeast(role, needed))) {
        const { result } = await agent.call(operation.tool?.name ?? '')
        expect(result.isError).toBe(true)
        expect(result.content[0].text).toContain(`your role in this workspace is ${role}`)
      }
    },
  )
})
