// Shared workspaces: creating, renaming and deleting them, and whose their links, credentials and plans are.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { reauthenticate, signIn } from '../../../../../../test/accounts/sign-in.ts'
import {
  addMember,
  inWorkspace,
  memberKey,
  newPerson,
  newWorkspace,
  setRole,
} from '../../../../../../test/accounts/workspaces.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

const link = { long_url: 'https://example.com/' }

onEachEngine('a shared workspace', (instance) => {
  const visit = async (short: string) => (await instance.visit(`/${short}`)).status
  const withKey = (key: string, methodAndPath: string, body?: unknown) => {
    const [method, path] = methodAndPath.split(' ')
    return instance.ask(`${method} /v2${path}`, { body, headers: { authorization: `Bearer ${key}` } })
  }

  test('is the creator’s, is listed after their own, and has its own links', async () => {
    const { workspace, owner } = await newWorkspace(instance, 'Shop')
    const own = (await owner.session.call('POST /links', { body: link })).body.data
    const shared = (await owner.call('POST /links', { body: link })).body.data
    expect((await owner.session.call('GET /workspaces')).body.data).toEqual([
      { id: expect.stringMatching(/^wsp_/), name: '', role: 'owner', personal: true },
      { id: workspace.id, name: 'Shop', role: 'owner', personal: false },
    ])
    const idsIn = async (call: typeof owner.call) =>
      (await call('GET /links')).body.data.map(({ id }: { id: string }) => id)
    expect(await idsIn(owner.call)).toEqual([shared.id])
    expect(await idsIn(owner.session.call)).toEqual([own.id])
    expect([await visit(own.short), await visit(shared.short)]).toEqual([302, 302])
  })

  test('is what GET /v2/user names, beside the person who made the credential', async () => {
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const { key } = await memberKey(admin, ['user:read'])
    expect((await withKey(key, 'GET /user')).body.data).toMatchObject({
      id: admin.userId,
      email: admin.email,
      workspace: { id: made.workspace.id, name: 'Marketing', role: 'admin', personal: false },
    })
  })

  test('shares its links, pages and statistics among its members', async () => {
    const made = await newWorkspace(instance)
    const editor = await addMember(instance, made, 'editor')
    const viewer = await addMember(instance, made, 'viewer')
    const { short } = (await editor.call('POST /links', { body: link })).body.data
    await visit(short)
    await instance.countClicks()
    expect((await viewer.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks).toBe(1)
    expect((await made.owner.call(`PUT /links/${short}`, { body: { title: 'Ours' } })).status).toBe(200)
    expect((await viewer.call(`GET /links/${short}`)).body.data.title).toBe('Ours')
  })

  test('is renamed by an admin; a personal workspace has the person’s name', async () => {
    const { owner } = await newWorkspace(instance)
    const renamed = await owner.call('PUT /workspace', { body: { name: 'Design' } })
    expect(renamed.body.data).toMatchObject({ name: 'Design', role: 'owner', members: 1, personal: false })
    const own = await owner.session.call('PUT /workspace', { body: { name: 'Design' } })
    expect([own.status, own.body.error.message]).toEqual([
      403,
      'Your personal workspace has your name, which you can change in your profile.',
    ])
    await owner.session.call('PUT /user', { body: { name: 'Ana' } })
    expect((await owner.session.call('GET /workspace')).body.data).toMatchObject({
      name: 'Ana',
      personal: true,
    })
  })

  test('has the plan of its creator and its own quota', async () => {
    const { owner } = await newWorkspace(instance, 'Small', { plan: 'tiny' })
    for (let count = 0; count < 3; count++)
      expect((await owner.call('POST /links', { body: link })).status).toBe(200)
    expect((await owner.call('POST /links', { body: link })).body.error.code).toBe('plan_limit')
    expect((await owner.session.call('POST /links', { body: link })).status).toBe(200)
    expect((await owner.call('GET /quota')).body.data).toMatchObject({
      plan: 'tiny',
      links: { limit: 3, used: 3 },
    })
    expect((await owner.session.call('GET /quota')).body.data.links.used).toBe(1)
  })

  test('lasts until an owner deletes it by its name: then its links, keys and members are gone', async () => {
    const made = await newWorkspace(instance, 'Over')
    const admin = await addMember(instance, made, 'admin')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    const { key } = await memberKey(admin, allScopes)
    expect(await visit(short)).toBe(302)
    const wrong = await made.owner.call('POST /workspace/delete', { body: { name: 'over' } })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'name'])
    const byAdmin = await admin.call('POST /workspace/delete', { body: { name: 'Over' } })
    expect(byAdmin.status).toBe(403)
    expect(await visit(short)).toBe(302)
    expect((await made.owner.call('POST /workspace/delete', { body: { name: 'Over' } })).status).toBe(200)
    expect(await visit(short)).toBe(404)
    expect((await withKey(key, 'GET /links')).status).toBe(401)
    expect((await admin.call('GET /links')).status).toBe(403)
    expect((await admin.session.call('GET /workspaces')).body.data).toHaveLength(1)
    const { data: log } = (await made.owner.session.call('GET /audit')).body
    expect(log[0]).toMatchObject({ action: 'workspace_deleted', detail: { name: 'Over' } })
  })

  test('is erased after its deletion, and a new one never gets its number or its links', async () => {
    const made = await newWorkspace(instance, 'Erased')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    await made.owner.call('POST /workspace/delete', { body: { name: 'Erased' } })
    const next = await newWorkspace(instance, 'Next')
    for (let runs = 0; runs < 3; runs++) instance.clock.advance(61_000)
    await instance.countClicks()
    expect((await next.owner.call('GET /links')).body.total).toBe(0)
    expect(await visit(short)).toBe(404)
  })

  test('can be created as often as the plan allows', async () => {
    const { session } = await newPerson(instance, { plan: 'free' })
    const create = () => session.call('POST /workspaces', { body: { name: 'Mine' } })
    expect((await create()).status).toBe(200)
    const { status, body } = await create()
    expect([status, body.error.code]).toEqual([403, 'plan_limit'])
    expect(body.error.message).toContain('Your plan lets you own 1 shared workspace.')
  })

  test('is deleted with the account of its only member', async () => {
    const { owner } = await newWorkspace(instance)
    const { short } = (await owner.call('POST /links', { body: link })).body.data
    const deleted = await owner.session.call('POST /user/delete', { body: { password: 'a fine password' } })
    expect(deleted.status).toBe(200)
    expect(await visit(short)).toBe(404)
  })

  test('keeps its only owner from deleting their account, until somebody else owns it', async () => {
    const made = await newWorkspace(instance, 'Kept')
    const admin = await addMember(instance, made, 'admin')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    const remove = () =>
      made.owner.session.call('POST /user/delete', { body: { password: 'a fine password' } })
    const refused = await remove()
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'You are the only owner of the workspace "Kept", which has other members. Hand it over to one of them or delete it first.',
    ])
    await setRole(made.owner, admin, 'owner')
    expect((await remove()).status).toBe(200)
    expect(await visit(short)).toBe(302)
    expect((await admin.call('GET /workspace/members')).body.total).toBe(1)
  })
})

onEachEngine('an administrator who blocks', (instance) => {
  async function blocking() {
    const administrator = await newPerson(instance, { administrator: true })
    return {
      block: (userId: string) =>
        administrator.session.call(`POST /administration/people/${userId}/block`, {
          body: { reason: 'Spam.' },
        }),
      unblock: (userId: string) =>
        administrator.session.call(`POST /administration/people/${userId}/unblock`),
    }
  }
  const visit = async (short: string) => (await instance.visit(`/${short}`)).status

  test('a person blocks the workspaces that nobody else owns, and unblocks them together', async () => {
    const { block, unblock } = await blocking()
    const alone = await newWorkspace(instance)
    const member = await addMember(instance, alone, 'admin')
    const shared = await newWorkspace(instance)
    await addMember(instance, shared, 'owner', alone.owner)
    const [inAlone, inShared] = [
      (await alone.owner.call('POST /links', { body: link })).body.data.short,
      (await shared.owner.call('POST /links', { body: link })).body.data.short,
    ]
    await block(alone.owner.userId)
    expect([await visit(inAlone), await visit(inShared)]).toEqual([410, 302])
    const refused = await member.call('GET /links')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    expect(refused.body.error.message).toContain('Spam.')
    await unblock(alone.owner.userId)
    expect([await visit(inAlone), (await member.call('GET /links')).status]).toEqual([302, 200])
  })

  test('one owner after the other blocks the workspace with the last one, and unblocks it with the first', async () => {
    const { block, unblock } = await blocking()
    const made = await newWorkspace(instance)
    const other = await addMember(instance, made, 'owner')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    await block(made.owner.userId)
    expect(await visit(short)).toBe(302)
    await block(other.userId)
    expect(await visit(short)).toBe(410)
    await unblock(made.owner.userId)
    expect(await visit(short)).toBe(302)
  })

  test('everyone else in a workspace keeps it from being deleted with the account of its last owner', async () => {
    const { block } = await blocking()
    const made = await newWorkspace(instance, 'Kept')
    const other = await addMember(instance, made, 'owner')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    await block(other.userId)
    const refused = await made.owner.session.call('POST /user/delete', {
      body: { password: 'a fine password' },
    })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'forbidden'])
    expect(await visit(short)).toBe(302)
  })

  test('a member keeps them from becoming its owner, so that no workspace is left with them', async () => {
    const { block } = await blocking()
    const made = await newWorkspace(instance)
    const member = await addMember(instance, made, 'viewer')
    await block(member.userId)
    for (const [path, body] of [
      ['POST /workspace/hand-over', { member: member.userId }],
      [`PUT /workspace/members/${member.userId}`, { role: 'owner' }],
    ] as const) {
      const answer = await made.owner.call(path, { body })
      expect([answer.status, answer.body.error?.message]).toEqual([
        403,
        "This member's account is blocked. Choose another member.",
      ])
    }
    expect((await made.owner.call('GET /workspace')).body.data.role).toBe('owner')
  })

  test('all other members blocks the workspace that one of them inherits, until they are unblocked', async () => {
    const { block, unblock } = await blocking()
    const made = await newWorkspace(instance)
    const [editor, admin] = [
      await addMember(instance, made, 'editor'),
      await addMember(instance, made, 'admin'),
    ]
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    for (const { userId } of [editor, admin]) await block(userId)
    expect(await visit(short)).toBe(302)
    await instance.command('user', 'delete', '--email', made.owner.email)
    expect(await visit(short)).toBe(410)
    await unblock(editor.userId)
    expect(await visit(short)).toBe(410)
    await unblock(admin.userId)
    expect(await visit(short)).toBe(302)
    const { call } = await signIn(instance, admin)
    const { body } = await inWorkspace({ ...admin.session, call }, made.workspace.id)('GET /workspace')
    expect(body.data).toMatchObject({ role: 'owner', members: 2 })
  })

  test('the only owner blocks the workspace until their account is deleted and somebody else inherits it', async () => {
    const { block } = await blocking()
    const made = await newWorkspace(instance)
    const blocked = await addMember(instance, made, 'admin')
    const member = await addMember(instance, made, 'viewer')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    for (const { userId } of [blocked, made.owner]) await block(userId)
    expect(await visit(short)).toBe(410)
    await instance.command('user', 'delete', '--email', made.owner.email)
    expect(await visit(short)).toBe(302)
    expect((await member.call('GET /workspace')).body.data.role).toBe('owner')
  })

  test('a workspace keeps it blocked whoever inherits it', async () => {
    const made = await newWorkspace(instance)
    const member = await addMember(instance, made, 'admin')
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    await instance.command('workspace', 'block', '--id', made.workspace.id, '--reason', 'Phishing.')
    await instance.command('user', 'delete', '--email', made.owner.email)
    expect(await visit(short)).toBe(410)
    expect((await member.call('GET /workspace')).body.data.role).toBe('owner')
  })

  test('a workspace leaves its members a way out, and can take it back on the command line', async () => {
    const made = await newWorkspace(instance, 'Blocked')
    const [admin, editor] = [
      await addMember(instance, made, 'admin'),
      await addMember(instance, made, 'editor'),
    ]
    const { short } = (await made.owner.call('POST /links', { body: link })).body.data
    const id = ['--id', made.workspace.id]
    await instance.command('workspace', 'block', ...id, '--reason', 'Phishing.')
    expect([await visit(short), (await admin.call('GET /links')).status]).toEqual([410, 403])
    expect((await admin.call('GET /workspace')).status).toBe(200)
    expect((await editor.call('POST /workspace/leave')).status).toBe(200)
    await instance.command('workspace', 'unblock', ...id)
    expect([await visit(short), (await admin.call('GET /links')).status]).toEqual([302, 200])
    await instance.command('workspace', 'block', ...id, '--reason', 'Phishing.')
    expect((await made.owner.call('POST /workspace/delete', { body: { name: 'Blocked' } })).status).toBe(200)
  })

  test('a person stops the keys that they made in a workspace, not those of others', async () => {
    const { block } = await blocking()
    const made = await newWorkspace(instance)
    const admin = await addMember(instance, made, 'admin')
    const keys = [await memberKey(admin, ['links:read']), await memberKey(made.owner, ['links:read'])]
    await block(admin.userId)
    const statuses = await Promise.all(
      keys.map(async ({ key }) => {
        const headers = { authorization: `Bearer ${key}` }
        return (await instance.ask('GET /v2/links', { headers })).status
      }),
    )
    expect(statuses).toEqual([403, 200])
  })

  test('a link tells all owners of its workspace, with the way to it there', async () => {
    const administrator = await newPerson(instance, { administrator: true })
    const made = await newWorkspace(instance)
    const other = await addMember(instance, made, 'owner')
    const { id } = (await made.owner.call('POST /links', { body: link })).body.data
    await administrator.session.call(`POST /administration/links/${id}/block`, { body: { reason: 'Spam.' } })
    for (const { email } of [made.owner, other])
      expect(instance.messageTo(email).text).toContain(`/dashboard/${made.workspace.id}/links`)
  })

  test('the account behind a reported link blocks the shared workspace that it is in, and tells its owners', async () => {
    const administrator = await newPerson(instance, { administrator: true })
    const made = await newWorkspace(instance, 'Reported')
    const { short, short_url } = (await made.owner.call('POST /links', { body: link })).body.data
    const report = await instance.ask('POST /account/report', {
      body: new URLSearchParams({ address: short_url, reason: 'phishing', details: '' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(report.status).toBe(200)
    const reports = (await administrator.session.call('GET /administration/reports')).body.data
    const { id, owner } = reports[0]
    expect(owner).toMatchObject({ id: made.workspace.id, email: made.owner.email, name: 'Reported' })
    const closed = await administrator.session.call(`POST /administration/reports/${id}/close`, {
      body: { action: 'block_account', reason: 'Phishing.' },
    })
    expect(closed.status).toBe(200)
    expect(await visit(short)).toBe(410)
    expect(instance.messageTo(made.owner.email).text).toContain('Your workspace “Reported” was blocked')
    // Who owns it can still sign in, and work in their own.
    expect((await made.owner.session.call('GET /links')).status).toBe(200)
    expect((await made.owner.call('POST /links', { body: link })).status).toBe(403)
  })
})

onEachEngine('requests of the dashboard', (instance) => {
  test('work in the workspace that Linnet-Workspace names, and otherwise in one’s own', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { short } = (await owner.call('POST /links', { body: link })).body.data
    expect((await inWorkspace(owner.session, workspace.id)(`GET /links/${short}`)).status).toBe(200)
    expect((await owner.session.call(`GET /links/${short}`)).status).toBe(404)
    expect((await owner.session.call(`GET /links/${short}?workspace=${workspace.id}`)).status).toBe(200)
  })

  test('that stream or download check the role too, and end when it is lost', async () => {
    const made = await newWorkspace(instance)
    const [admin, editor] = [
      await addMember(instance, made, 'admin'),
      await addMember(instance, made, 'editor'),
    ]
    const path = (name: string) => `GET /${name}?workspace=${made.workspace.id}`
    expect((await editor.session.call(path('export'))).status).toBe(403)
    expect((await editor.session.call(path('audit/export'))).status).toBe(403)
    expect((await admin.session.call(path('export'))).status).toBe(200)
    expect((await admin.session.call(path('audit/export'))).status).toBe(200)
    await made.owner.call(`DELETE /workspace/members/${admin.userId}`)
    for (const name of ['export', 'audit/export', 'live'])
      expect((await admin.session.call(path(name))).status).toBe(403)
  })

  describe('about a person', () => {
    test('are the same in every workspace', async () => {
      const { owner } = await newWorkspace(instance)
      const { call } = await reauthenticate(instance, owner.session)
      const own = (await call('GET /sessions')).body.data
      const { workspace } = await newWorkspace(instance)
      expect((await inWorkspace({ call, cookie: '' }, workspace.id)('GET /sessions')).status).toBe(403)
      expect(own).toHaveLength(1)
    })
  })
})

onEachEngine('an operator on the command line', (instance) => {
  test('lists shared workspaces, and changes their plans and members', async () => {
    const made = await newWorkspace(instance, 'Operated')
    const person = await newPerson(instance)
    const id = ['--id', made.workspace.id]
    await instance.command('workspace', 'set-plan', ...id, '--plan', 'tiny')
    await instance.command('workspace', 'set-role', ...id, '--email', person.email, '--role', 'admin')
    const { workspaces } = await instance.command('workspace', 'list')
    expect(workspaces).toContainEqual({
      ...{ id: made.workspace.id, name: 'Operated', plan: 'tiny', members: 2 },
      ...{ owner: made.owner.email, blocked: false },
    })
    expect((await inWorkspace(person.session, made.workspace.id)('GET /quota')).body.data.plan).toBe('tiny')
    expect(
      instance.command('workspace', 'set-role', ...id, '--email', made.owner.email, '--role', 'viewer'),
    ).rejects.toThrow('the workspace would have no owner')
    expect(
      instance.command('workspace', 'delete', '--id', made.owner.userId.replace('usr_', 'wsp_')),
    ).rejects.toThrow('there is no shared workspace')
  })

  test('changes the role of a member while the only owner is blocked', async () => {
    const administrator = await newPerson(instance, { administrator: true })
    const made = await newWorkspace(instance)
    const viewer = await addMember(instance, made, 'viewer')
    await administrator.session.call(`POST /administration/people/${made.owner.userId}/block`, {
      body: { reason: 'Spam.' },
    })
    const setRoleOf = (email: string, role: string) =>
      instance.command(
        ...['workspace', 'set-role', '--id', made.workspace.id, '--email', email, '--role', role],
      )
    expect(await setRoleOf(viewer.email, 'editor')).toMatchObject({ role: 'editor' })
    await expect(setRoleOf(made.owner.email, 'viewer')).rejects.toThrow('the workspace would have no owner')
    expect((await viewer.call('GET /workspace')).body.data.role).toBe('editor')
  })

  test('deletes the account of an only owner: the member with the highest role inherits the workspace', async () => {
    const made = await newWorkspace(instance)
    const [, admin] = [await addMember(instance, made, 'editor'), await addMember(instance, made, 'admin')]
    await instance.command('user', 'delete', '--email', made.owner.email)
    expect((await admin.call('GET /workspace')).body.data).toMatchObject({ role: 'owner', members: 2 })
  })
})
