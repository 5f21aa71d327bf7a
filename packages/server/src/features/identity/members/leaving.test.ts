// Members: their roles, taking them out and handing ownership over, and what happens to the credentials of those who leave.
import { expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { addMember, memberKey, newWorkspace, setRole } from '../../../../../../test/accounts/workspaces.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a member', (instance) => {
  const use = async (key: string) =>
    (await instance.ask('GET /v2/links', { headers: { authorization: `Bearer ${key}` } })).status

  test('is listed with role and keys, and found by name or address', async () => {
    const made = await newWorkspace(instance)
    const editor = await addMember(instance, made, 'editor')
    const admin = await addMember(instance, made, 'admin')
    await memberKey(admin, allScopes)
    const { body } = await editor.call('GET /workspace/members')
    expect(body).toMatchObject({ total: 3, next_cursor: null })
    expect(
      body.data.map(({ id, role, keys, you }: Record<string, unknown>) => [id, role, keys, you]),
    ).toEqual([
      [made.owner.userId, 'owner', 0, false],
      [editor.userId, 'editor', 0, true],
      [admin.userId, 'admin', 1, false],
    ])
    const found = await editor.call(`GET /workspace/members?search=${admin.email.slice(0, 9).toUpperCase()}`)
    expect(found.body.data).toContainEqual(expect.objectContaining({ email: admin.email }))
    const nobody = await editor.call('GET /workspace/members?search=%25')
    expect(nobody.body).toMatchObject({ data: [], total: 0 })
    const first = await editor.call('GET /workspace/members?limit=2')
    const rest = await editor.call(`GET /workspace/members?limit=2&after=${first.body.next_cursor}`)
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual([admin.userId])
  })

  test('gets another role from an admin; only owners make owners or change them', async () => {
    const made = await newWorkspace(instance)
    const [admin, member] = [
      await addMember(instance, made, 'admin'),
      await addMember(instance, made, 'viewer'),
    ]
    const change = (by: typeof admin, userId: string, role: string) =>
      by.call(`PUT /workspace/members/${userId}`, { body: { role } })
    expect((await change(admin, member.userId, 'editor')).body.data).toMatchObject({ role: 'editor' })
    for (const [userId, role] of [
      [member.userId, 'owner'],
      [admin.userId, 'owner'],
      [made.owner.userId, 'viewer'],
    ] as const) {
      const { status, body } = await change(admin, userId, role)
      expect([status, body.error.message]).toEqual([
        403,
        'This requires the owner role, and your role in this workspace is admin. Ask an owner of the workspace.',
      ])
    }
    expect((await change(made.owner, admin.userId, 'owner')).status).toBe(200)
    expect((await change(admin, made.owner.userId, 'editor')).status).toBe(200)
    expect((await made.owner.call('GET /workspace')).body.data.role).toBe('editor')
  })

  test('who is the last owner can neither leave nor take a lower role', async () => {
    const made = await newWorkspace(instance)
    await addMember(instance, made, 'admin')
    const lowered = await made.owner.call(`PUT /workspace/members/${made.owner.userId}`, {
      body: { role: 'admin' },
    })
    const left = await made.owner.call('POST /workspace/leave')
    for (const { status, body } of [lowered, left]) {
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
      expect(body.error.message).toContain('the workspace would have no owner')
    }
    expect((await made.owner.call('GET /workspace')).body.data.role).toBe('owner')
  })

  test('stays one of two owners who leave at once', async () => {
    const made = await newWorkspace(instance)
    const other = await addMember(instance, made, 'owner')
    const answers = await Promise.all([made.owner, other].map(({ call }) => call('POST /workspace/leave')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('hands ownership over in one step, and is an admin then', async () => {
    const made = await newWorkspace(instance)
    const member = await addMember(instance, made, 'viewer')
    const handOver = (by: typeof member, to: string) =>
      by.call('POST /workspace/hand-over', { body: { member: to } })
    expect((await handOver(member, made.owner.userId)).status).toBe(403)
    expect((await handOver(made.owner, 'usr_nobody')).status).toBe(404)
    expect((await handOver(made.owner, member.userId)).body.data).toMatchObject({ role: 'admin' })
    expect((await member.call('GET /workspace')).body.data.role).toBe('owner')
    expect((await handOver(made.owner, made.owner.userId)).status).toBe(403)
  })

  test('who leaves sees nothing any more; their keys stop, and work again once an admin takes them over', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { id, key } = await memberKey(admin, allScopes)
    expect(await use(key)).toBe(200)
    expect((await admin.call('POST /workspace/leave')).status).toBe(200)
    expect([await use(key), (await admin.call('GET /links')).status]).toEqual([401, 403])
    expect((await made.owner.call('GET /keys')).body.data).toEqual([
      expect.objectContaining({
        id,
        stopped: true,
        made_by: expect.objectContaining({ email: admin.email }),
      }),
    ])
    expect((await made.owner.call(`POST /keys/${id}/adopt`)).body.data).toMatchObject({
      stopped: false,
      made_by: { email: made.owner.email },
    })
    expect(await use(key)).toBe(200)
    expect((await made.owner.call(`POST /keys/${id}/adopt`)).status).toBe(404)
  })

  test('who comes back does not get their stopped keys back', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { key } = await memberKey(admin, allScopes)
    await admin.call('POST /workspace/leave')
    await addMember(instance, made, 'admin', admin)
    expect(await use(key)).toBe(401)
  })

  test.each([
    ['revoke', 401],
    ['adopt', 200],
  ])('who is removed loses access at once; with keys=%s, their keys answer %i', async (keys, status) => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { key } = await memberKey(admin, allScopes)
    const removed = await made.owner.call(`DELETE /workspace/members/${admin.userId}?keys=${keys}`)
    expect(removed.body.data).toEqual({ id: admin.userId, removed: true })
    expect([await use(key), (await admin.call('GET /links')).status]).toEqual([status, 403])
    expect((await made.owner.call('GET /workspace')).body.data.members).toBe(1)
  })

  test('leaves no key behind that they make while they are removed', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const [removed, ...keys] = await Promise.all([
      made.owner.call(`DELETE /workspace/members/${admin.userId}`),
      ...Array.from({ length: 10 }, () =>
        admin.call('POST /keys', { body: { name: 'Late', scopes: ['links:read'] } }),
      ),
    ])
    expect(removed?.status).toBe(200)
    for (const { status, body } of keys) if (status === 200) expect(await use(body.data.key)).toBe(401)
    expect((await made.owner.call('GET /keys')).body.data).toEqual([])
  })

  test('who gets a lower role does nothing with the higher one afterwards, even in requests under way', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const invite = { body: { role: 'viewer' } }
    const sent = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { body } = await made.owner.call('POST /workspace/invitations', invite)
        return body.data.id as string
      }),
    )
    const audited = async () => {
      const { data } = (await made.owner.call('GET /audit?limit=100')).body
      return data.map(({ id }: { id: string }) => id).sort() as string[]
    }
    const [auditedThen, ...answers] = await Promise.all([
      setRole(made.owner, admin, 'viewer').then(audited),
      ...sent.flatMap((id) => [
        admin.call('PUT /workspace', { body: { name: id } }),
        admin.call(`DELETE /workspace/invitations/${id}`),
        admin.call('POST /workspace/invitations', invite),
        admin.call('POST /keys', { body: { name: 'Late', scopes: ['links:read'] } }),
      ]),
    ])
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, body.error.message]).toEqual([
          403,
          'This requires the admin role, and your role in this workspace is viewer. Ask an admin or owner of the workspace.',
        ])
    // Once the role was lower, nothing that needs the higher one happened any more.
    expect(await audited()).toEqual(auditedThen)
  })

  test('who is no longer an owner does not delete the workspace, even with a request under way', async () => {
    const made = await newWorkspace(instance)
    const other = await addMember(instance, made, 'owner')
    const answers = await Promise.all([
      made.owner.call(`PUT /workspace/members/${other.userId}`, { body: { role: 'viewer' } }),
      other.call('POST /workspace/delete', { body: { name: made.workspace.name } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 403]).toContain(status)
  })

  test('gets an e-mail about a key that was added with their session', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    await admin.call('POST /keys', { body: { name: 'Stolen session', scopes: ['links:read'] } })
    expect(instance.messageTo(admin.email).text).toContain('Stolen session')
  })

  test('owns no more workspaces than their plan allows, however they come to own them', async () => {
    const made = await newWorkspace(instance)
    const free = await newWorkspace(instance, 'Own', { plan: 'free' })
    const member = await addMember(instance, made, 'admin', free.owner)
    const promoted = await made.owner.call(`PUT /workspace/members/${member.userId}`, {
      body: { role: 'owner' },
    })
    const handed = await made.owner.call('POST /workspace/hand-over', { body: { member: member.userId } })
    for (const { status, body } of [promoted, handed])
      expect([status, body.error.code]).toEqual([403, 'plan_limit'])
  })

  test('takes over a stopped key although the workspace has as many as it can', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { id } = await memberKey(admin, allScopes)
    await admin.call('POST /workspace/leave')
    for (let count = 0; count < 49; count++) await memberKey(made.owner, ['links:read'])
    expect((await made.owner.call(`POST /keys/${id}/adopt`)).status).toBe(200)
    expect(
      (await made.owner.call('POST /keys', { body: { name: 'x', scopes: ['links:read'] } })).status,
    ).toBe(403)
  })

  test('cannot remove themselves, an owner as an admin, or somebody who is no member', async () => {
    const made = await newWorkspace(instance)
    const [admin, other] = [await addMember(instance, made, 'admin'), await newWorkspace(instance)]
    const remove = async (userId: string) => (await admin.call(`DELETE /workspace/members/${userId}`)).status
    expect([
      await remove(admin.userId),
      await remove(made.owner.userId),
      await remove(other.owner.userId),
    ]).toEqual([403, 403, 404])
  })

  test('is named in the audit log, which an admin filters and downloads', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { id } = await memberKey(admin, allScopes)
    await setRole(made.owner, admin, 'owner')
    const listed = async (query: string) => {
      const { data } = (await admin.call(`GET /audit${query}`)).body
      return data.map(({ action, person }: Record<string, unknown>) => [
        action,
        (person as { email: string })?.email,
      ])
    }
    expect(await listed('')).toEqual([
      ['role_changed', made.owner.email],
      ['key_created', admin.email],
      ['member_joined', admin.email],
      ['member_invited', made.owner.email],
      ['workspace_created', made.owner.email],
    ])
    expect(await listed(`?person=${admin.userId}`)).toEqual([
      ['key_created', admin.email],
      ['member_joined', admin.email],
    ])
    expect(await listed('?action=member_joined')).toEqual([['member_joined', admin.email]])
    const now = instance.clock.unix()
    expect([await listed(`?from=${now + 1}`), (await listed(`?until=${now + 1}`)).length]).toEqual([[], 5])
    const file = await admin.call('GET /audit/export?action=key_created')
    expect(file.headers.get('content-type')).toStartWith('application/x-ndjson')
    const lines = file.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      expect.objectContaining({ action: 'key_created', detail: expect.objectContaining({ key: id }) }),
    ])
    expect((await admin.call('GET /audit/export?action=nothing')).status).toBe(400)
  })
})
