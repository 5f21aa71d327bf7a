// Applications in shared workspaces: which one they get access to, how far, and until when.
import { expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  type Person,
  personWith,
  refresh,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import {
  addMember,
  type MemberSession,
  newWorkspace,
  setRole,
} from '../../../../../../test/accounts/workspaces.ts'
import { addressIn, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('an application that a member connects', (instance) => {
  const browserOf = ({ session }: MemberSession): Person => personWith(instance, session)
  const use = (token: string, methodAndPath = 'GET /user', body?: unknown) => {
    const [method, path] = methodAndPath.split(' ')
    return instance.ask(`${method} /v2${path}`, { body, headers: { authorization: `Bearer ${token}` } })
  }
  const link = { long_url: 'https://example.com/' }

  async function connected(role: 'viewer' | 'editor' | 'admin', scope = 'links:read links:write user:read') {
    const made = await newWorkspace(instance)
    const member = await addMember(instance, made, role)
    const app = await newApp(instance, made.owner)
    const tokens = await tokensFor(instance, browserOf(member), app, { scope }, made.workspace.id)
    return { ...made, member, app, tokens }
  }

  test('gets access to the workspace that they choose on the consent screen, and to no other', async () => {
    const { owner, member, workspace, tokens } = await connected('editor')
    const { id, short } = (await owner.call('POST /links', { body: link })).body.data
    const own = (await member.session.call('POST /links', { body: link })).body.data
    const listed = (await use(tokens.access_token, 'GET /links')).body.data
    expect(listed.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await use(tokens.access_token, `GET /links/${short}`)).status).toBe(200)
    expect((await use(tokens.access_token, `GET /links/${own.short}`)).status).toBe(404)
    expect((await use(tokens.access_token)).body.data).toMatchObject({
      email: member.email,
      workspace: { id: workspace.id, role: 'editor' },
    })
  })

  test('undoes what it created for another member only with the scope for deleting that', async () => {
    const { app, tokens, ...made } = await connected('editor')
    const colleague = await addMember(instance, made, 'editor')
    const scope = 'links:read links:write'
    const others = await tokensFor(instance, browserOf(colleague), app, { scope }, made.workspace.id)
    const { short } = (await use(tokens.access_token, 'POST /links', link)).body.data
    const [{ id }] = (await use(others.access_token, `GET /links/${short}/history`)).body.data
    const refused = await use(others.access_token, 'POST /undo', { token: id })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect((await use(tokens.access_token, `GET /links/${short}`)).status).toBe(200)
  })

  test('is asked about each time by people with several workspaces, and once by those who have only their own', async () => {
    const { member, app, workspace } = await connected('editor')
    const browser = browserOf(member)
    const query = authorizationQuery(app, { scope: 'links:read' })
    const again = await browser.authorize(query)
    expect(locationOf(again).pathname).toBe('/consent')
    const { screen } = await browser.consent(again)
    expect(screen.text).toContain(`<option value="${workspace.id}">Marketing</option>`)
    const { session } = await newWorkspace(instance).then(({ owner }) => owner)
    await session.call('POST /user/delete', { body: { password: 'a fine password' } })
  })

  test('gives a viewer’s application only what viewers may do, and nothing if that is all it wants', async () => {
    const { tokens, member, app, workspace } = await connected('viewer')
    expect(tokens.scope).toBe('links:read user:read')
    expect((await use(tokens.access_token, 'GET /links')).status).toBe(200)
    expect((await use(tokens.access_token, 'POST /links', link)).status).toBe(403)
    const browser = browserOf(member)
    const { screen, request } = await browser.consent(
      await browser.authorize(authorizationQuery(app, { scope: 'links:write' })),
    )
    expect(screen.text).not.toContain(workspace.id)
    const refused = await browser.decide(request, 'allow', { workspace: workspace.id })
    expect(refused.status).toBe(400)
  })

  test('cannot be given access to a workspace that the person does not belong to', async () => {
    const { member, app } = await connected('editor')
    const other = await newWorkspace(instance, 'Other')
    const browser = browserOf(member)
    for (const workspace of [other.workspace.id, other.owner.userId.replace('usr_', 'wsp_'), 'wsp_x', '']) {
      const { request } = await browser.consent(await browser.authorize(authorizationQuery(app)))
      expect((await browser.decide(request, 'allow', { workspace })).status).toBe(400)
    }
  })

  test('can do no more once their role is lower', async () => {
    const { owner, member, tokens } = await connected('editor')
    expect((await use(tokens.access_token, 'POST /links', link)).status).toBe(200)
    await setRole(owner, member, 'viewer')
    const refused = await use(tokens.access_token, 'POST /links', link)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
  })

  test('loses access at once when they leave, also with a code or refresh token, and does not get it back', async () => {
    const made = await connected('admin')
    const { member, app, tokens, workspace, owner } = made
    const code = codeOf(await browserOf(member).allow(authorizationQuery(app), workspace.id))
    expect((await member.call('POST /workspace/leave')).status).toBe(200)
    expect((await use(tokens.access_token)).status).toBe(401)
    expect((await exchange(instance, app, code)).body.error).toBe('invalid_grant')
    expect((await refresh(instance, app, tokens.refresh_token)).body.error).toBe('invalid_grant')
    await addMember(instance, { workspace, owner }, 'admin', member)
    expect((await use(tokens.access_token)).status).toBe(401)
    expect((await refresh(instance, app, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('is listed with its workspace, and for admins with its member; both can end its access', async () => {
    const { owner, member, app, workspace, tokens } = await connected('editor')
    const other = await addMember(instance, { workspace, owner }, 'editor')
    await tokensFor(instance, browserOf(other), app, {}, workspace.id)
    const own = (await member.session.call('GET /user/oauth/apps')).body.data
    expect(own).toEqual([
      expect.objectContaining({
        client_id: app.clientId,
        workspace: { id: workspace.id, name: 'Marketing' },
        person: expect.objectContaining({ email: member.email, you: true }),
      }),
    ])
    const seen = (await owner.call('GET /user/oauth/apps')).body.data
    expect(seen.map(({ person }: { person: { email: string } }) => person.email)).toEqual([
      member.email,
      other.email,
    ])
    const revoke = (by: MemberSession, query = '') =>
      by.call(`DELETE /user/oauth/apps/${app.clientId}${query}`)
    expect((await revoke(other, `?person=${member.userId}`)).status).toBe(404)
    expect((await use(tokens.access_token)).status).toBe(200)
    expect((await revoke(owner, `?person=${member.userId}`)).status).toBe(200)
    expect((await use(tokens.access_token)).status).toBe(401)
    expect((await revoke(other)).status).toBe(200)
    expect((await owner.call('GET /user/oauth/apps')).body.data).toEqual([])
  })

  test('ends its subscriptions with the member who connected it, not with others who did', async () => {
    const made = await newWorkspace(instance)
    const [one, other] = [await addMember(instance, made, 'admin'), await addMember(instance, made, 'admin')]
    const app = await newApp(instance, made.owner)
    const subscribe = async (member: MemberSession, url: string) => {
      const { access_token } = await tokensFor(
        ...([instance, browserOf(member), app, { scope: 'links:read' }, made.workspace.id] as const),
      )
      const path = 'POST /integrations/automation/webhook/subscribe'
      expect((await use(access_token, path, { url, event: 'link.created' })).status).toBe(200)
    }
    await subscribe(one, 'https://1.1.1.1/one')
    await subscribe(other, 'https://1.1.1.1/other')
    await made.owner.call(`DELETE /workspace/members/${one.userId}`)
    const left = (await made.owner.call('GET /webhooks')).body.data
    expect(left.map(({ url }: { url: string }) => url)).toEqual(['https://1.1.1.1/other'])
  })

  test('is not called one’s own by who was only invited to the workspace that registered it', async () => {
    const made = await newWorkspace(instance)
    const { data } = (
      await made.owner.call('POST /apps', {
        body: { name: 'Trap', redirect_uris: ['https://app.example/callback'], scopes: ['links:read'] },
      })
    ).body
    const app = { clientId: data.client_id, secret: data.client_secret }
    const warning = 'Another account on this server registered this application.'
    const screenOf = async (member: MemberSession) => {
      const browser = browserOf(member)
      const query = authorizationQuery(app, { scope: 'links:read' })
      return (await browser.consent(await browser.authorize(query))).screen.text
    }
    expect(await screenOf(await addMember(instance, made, 'editor'))).toContain(warning)
    expect(await screenOf(await addMember(instance, made, 'admin'))).not.toContain(warning)
  })

  test('belongs to the person, not to the workspace, in what it says about itself', async () => {
    const { member, app, tokens } = await connected('editor')
    const userinfo = await instance.ask('GET /oauth/userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(userinfo.body).toMatchObject({ sub: member.userId, email: member.email })
    const introspected = await instance.ask('POST /oauth/introspect', {
      body: { client_id: app.clientId, client_secret: app.secret, token: tokens.access_token },
    })
    expect(introspected.body).toMatchObject({ active: true, sub: member.userId })
  })

  test('ends when the person’s password is reset, as in their own workspace', async () => {
    const { member, tokens } = await connected('editor')
    const browser = formBrowser(instance)
    await browser.open('/account/forgot-password')
    await browser.send({ email: member.email })
    await browser.open(addressIn(instance.messageTo(member.email)))
    await browser.send({ password: 'another fine password', end_applications: 'yes' })
    expect((await use(tokens.access_token)).status).toBe(401)
  })
})
