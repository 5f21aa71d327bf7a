// Inviting people to a workspace, and joining it: with an account, with a new one, or not at all.
import { beforeAll, expect, test } from 'bun:test'
import { withCookie } from '../../../../../../test/accounts/sign-in.ts'
import {
  addMember,
  inWorkspace,
  join,
  type MemberSession,
  newPerson,
  newWorkspace,
  setRole,
  tokenOf,
  type Workspace,
} from '../../../../../../test/accounts/workspaces.ts'
import { type Answer, type Instance, onEachEngine } from '../../../../../../test/instance.ts'

const form = (fields: Record<string, string>, cookie = '') => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
})

const cookieIn = (answer: Answer) =>
  answer.headers.get('set-cookie')?.match(/linnet_session=[^;]+/)?.[0] ?? ''

function mailedTokenTo(instance: Instance, email: string): string {
  return tokenOf(instance.messageTo(email).text.match(/https?:\S+/)?.[0] ?? '')
}

onEachEngine('an invitation to a workspace', (instance) => {
  let made: { workspace: Workspace; owner: MemberSession }
  let count = 0
  const newAddress = () => `invited${++count}@example.com`

  beforeAll(async () => {
    made = await newWorkspace(instance)
  })

  const invite = (body: object = {}, by = made.owner) => by.call('POST /workspace/invitations', { body })
  const invitedToken = async (body: object = {}) => tokenOf((await invite(body)).body.data.url)
  const membership = async ({ userId }: { userId: string }) =>
    (await made.owner.call('GET /workspace/members?limit=100')).body.data.find(
      ({ id }: { id: string }) => id === userId,
    )

  test('without an address works once, for the first person to use it', async () => {
    const token = await invitedToken({ role: 'editor' })
    const [first, second] = [await newPerson(instance), await newPerson(instance)]
    const page = await instance.ask(`GET /account/join?token=${token}`, {
      headers: { cookie: first.session.cookie },
    })
    expect([page.status, page.text.includes('Marketing'), page.text.includes(first.email)]).toEqual([
      200,
      true,
      true,
    ])
    const joined = await join(instance, first.session, token)
    expect([joined.status, joined.headers.get('location')]).toEqual([
      303,
      `/dashboard?workspace=${made.workspace.id}`,
    ])
    expect(await membership(first)).toMatchObject({ role: 'editor', email: first.email, you: false })
    expect((await join(instance, second.session, token)).status).toBe(410)
    expect(await membership(second)).toBeUndefined()
  })

  test('is accepted by one of several people who open it at once', async () => {
    const token = await invitedToken()
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson(instance)))
    const answers = await Promise.all(people.map(({ session }) => join(instance, session, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410])
    const members = await Promise.all(people.map(membership))
    expect(members.filter(Boolean)).toHaveLength(1)
  })

  test('for an address can only be accepted by the person with it', async () => {
    const [invited, other] = [await newPerson(instance), await newPerson(instance)]
    const token = await invitedToken({ email: invited.email.toUpperCase(), role: 'viewer' })
    const shown = await instance.ask(`GET /account/join?token=${token}`, {
      headers: { cookie: other.session.cookie },
    })
    expect(shown.text).toContain(`This invitation is for ${invited.email}`)
    expect((await join(instance, other.session, token)).status).toBe(200)
    expect(await membership(other)).toBeUndefined()
    expect((await join(instance, invited.session, token)).status).toBe(303)
    expect(await membership(invited)).toMatchObject({ role: 'viewer' })
  })

  test('leads who is signed in already from the sign-up page to the page that joins', async () => {
    const token = await invitedToken()
    const { session } = await newPerson(instance)
    const headers = { cookie: session.cookie }
    const answer = await instance.ask(`GET /account/sign-up?token=${token}`, { headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/account/join?token=${token}`])
  })

  test('is e-mailed to its address, with a link of its own', async () => {
    const email = newAddress()
    const { data } = (await invite({ email })).body
    // This server has no mail server, and only logs the message.
    expect(data).toMatchObject({ email, role: 'editor', mailed: false, invited_by: made.owner.email })
    const { subject, text } = instance.messageTo(email)
    expect(subject).toContain(made.owner.email)
    expect(text).toContain('“Marketing”')
    expect(mailedTokenTo(instance, email)).not.toBe(tokenOf(data.url))
  })

  test('that was e-mailed creates an account for a new person, who makes a link in the workspace', async () => {
    const email = newAddress()
    await invite({ email })
    const token = mailedTokenTo(instance, email)
    const landing = await instance.ask(`GET /account/join?token=${token}`)
    expect(landing.text).toContain(`/account/sign-up?token=${token}`)
    const signedUp = await instance.ask(
      'POST /account/sign-up',
      form({ token, name: 'Ben', password: 'quite a long one' }),
    )
    expect([signedUp.status, signedUp.headers.get('location')]).toEqual([
      303,
      `/dashboard?workspace=${made.workspace.id}`,
    ])
    const call = inWorkspace(withCookie(instance, cookieIn(signedUp)), made.workspace.id)
    expect((await call('POST /links', { body: { long_url: 'https://example.com/' } })).status).toBe(200)
    expect((await call('GET /user')).body.data).toMatchObject({
      email,
      name: 'Ben',
      workspace: { role: 'editor' },
    })
  })

  test('that was copied proves no address: a new person confirms theirs first, and then joins', async () => {
    const email = newAddress()
    const token = await invitedToken({ email })
    const fields = { token, name: 'Eve', password: 'quite a long one' }
    const signedUp = await instance.ask('POST /account/sign-up', form(fields))
    expect([signedUp.status, cookieIn(signedUp)]).toEqual([200, ''])
    const confirmation = tokenOf(instance.messageTo(email).text.match(/https?:\S+confirm\S+/)?.[0] ?? '')
    const confirmed = await instance.ask(
      'POST /account/confirm',
      form({ token: confirmation, password: fields.password }),
    )
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([
      303,
      `/dashboard?workspace=${made.workspace.id}`,
    ])
    const call = inWorkspace(withCookie(instance, cookieIn(confirmed)), made.workspace.id)
    expect((await call('GET /user')).body.data.workspace.role).toBe('editor')
  })

  test('ends when it is withdrawn or sent again, and after a week', async () => {
    const people = [await newPerson(instance), await newPerson(instance), await newPerson(instance)]
    const [withdrawn, again, late] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    const { id, url } = (await invite({ email: withdrawn.email })).body.data
    expect((await made.owner.call(`DELETE /workspace/invitations/${id}`)).status).toBe(200)
    expect((await made.owner.call(`DELETE /workspace/invitations/${id}`)).status).toBe(404)
    expect((await join(instance, withdrawn.session, tokenOf(url))).status).toBe(410)
    const older = await invitedToken({ email: again.email })
    const newer = await invitedToken({ email: again.email })
    expect((await join(instance, again.session, older)).status).toBe(410)
    expect((await join(instance, again.session, newer)).status).toBe(303)
    const forLate = await invitedToken({ email: late.email })
    instance.clock.advance(8 * 86_400_000)
    expect((await join(instance, late.session, forLate)).status).toBe(410)
    expect((await made.owner.call('GET /workspace/invitations')).body.data).toEqual([])
  })

  test('ends with the rights of whoever sent it', async () => {
    const fresh = await newWorkspace(instance)
    const admin = await addMember(instance, fresh, 'admin')
    const sent = async () => tokenOf((await invite({ role: 'editor' }, admin)).body.data.url)
    const [first, second] = [await sent(), await sent()]
    const person = await newPerson(instance)
    await setRole(fresh.owner, admin, 'editor')
    expect((await join(instance, person.session, first)).status).toBe(410)
    await setRole(fresh.owner, admin, 'admin')
    expect((await fresh.owner.call(`DELETE /workspace/members/${admin.userId}`)).status).toBe(200)
    expect((await join(instance, person.session, second)).status).toBe(410)
    expect((await fresh.owner.call('GET /workspace')).body.data.members).toBe(1)
  })

  test('as an admin needs a recent confirmation of who sends it', async () => {
    const late = await newWorkspace(instance)
    await instance.clock.advance(11 * 60_000)
    const [asAdmin, asEditor] = [await invite({ role: 'admin' }, late.owner), await invite({}, late.owner)]
    expect([asAdmin.body.error?.code, asEditor.status]).toEqual(['reauthentication_required', 200])
  })

  test('is left to others by who belongs to the workspace already', async () => {
    const fresh = await newWorkspace(instance)
    const [member, other] = [await addMember(instance, fresh, 'viewer'), await newPerson(instance)]
    const token = tokenOf((await invite({ role: 'editor' }, fresh.owner)).body.data.url)
    expect((await join(instance, member.session, token)).status).toBe(303)
    expect((await member.call('GET /workspace')).body.data.role).toBe('viewer')
    expect((await join(instance, other.session, token)).status).toBe(303)
  })

  test('gives nobody the role of owner, and is not for members', async () => {
    const member = await addMember(instance, made, 'viewer')
    const owner = await invite({ role: 'owner' })
    expect([owner.status, owner.body.error.code]).toEqual([422, 'validation_failed'])
    const { status, body } = await invite({ email: member.email })
    expect([status, body.error.details]).toEqual([
      422,
      [expect.objectContaining({ path: 'email', code: 'member_exists' })],
    ])
  })

  test('cannot be made in a personal workspace', async () => {
    const { status, body } = await made.owner.session.call('POST /workspace/invitations', { body: {} })
    expect([status, body.error.message]).toEqual([
      403,
      'Your personal workspace is for you alone. Create a workspace to work with others.',
    ])
  })

  test('is e-mailed to one address at most five times in an hour, from all workspaces', async () => {
    const email = newAddress()
    const other = await newWorkspace(instance)
    const mailed: number[] = []
    for (let times = 0; times < 7; times++) {
      await invite({ email }, times % 2 === 0 ? made.owner : other.owner)
      mailed.push(instance.messages.filter(({ to }) => to === email).length)
    }
    expect(mailed).toEqual([1, 2, 3, 4, 5, 5, 5])
  })

  test('still counts, and can no longer be used, once its workspace is deleted', async () => {
    const { email, session } = await newPerson(instance)
    const inviter = await newWorkspace(instance)
    const mailed = () => instance.messages.filter(({ to }) => to === email).length
    let token = ''
    for (let times = 0; times < 5; times++)
      token = tokenOf((await invite({ email }, inviter.owner)).body.data.url)
    expect(mailed()).toBe(5)
    const body = { name: inviter.workspace.name }
    expect((await inviter.owner.call('POST /workspace/delete', { body })).status).toBe(200)
    expect((await join(instance, session, token)).status).toBe(410)
    const own = await inviter.owner.session.call('GET /workspace/invitations')
    expect([own.status, own.body.data]).toEqual([200, []])
    const created = await inviter.owner.session.call('POST /workspaces', { body: { name: 'Next' } })
    const next = { ...inviter.owner, call: inWorkspace(inviter.owner.session, created.body.data.id) }
    expect((await invite({ email }, next)).status).toBe(200)
    expect(mailed()).toBe(5)
  })

  test('is not accepted without signing in, from another site, or by guessing', async () => {
    const token = await invitedToken()
    const anonymous = await instance.ask('POST /account/join', form({ token }))
    expect([anonymous.status, anonymous.text.includes('/account/sign-in?return_to=')]).toEqual([200, true])
    const person = await newPerson(instance)
    const crossSite = form({ token }, person.session.cookie)
    const foreign = await instance.ask('POST /account/join', {
      ...crossSite,
      headers: { ...crossSite.headers, origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    for (const guess of ['', 'x', `${token}x`, 'a'.repeat(100_000)])
      expect((await join(instance, person.session, guess)).status).toBeOneOf([400, 410, 413])
    expect(await membership(person)).toBeUndefined()
  })
})

onEachEngine(
  'where sign-ups are by invitation, an invitation to a workspace',
  (instance) => {
    test('allows to sign up, with a confirmed address', async () => {
      const { workspace, owner } = await newWorkspace(instance)
      const { url } = (await owner.call('POST /workspace/invitations', { body: {} })).body.data
      const token = tokenOf(url)
      const fields = { name: 'Ben', email: 'ben@example.com', password: 'quite a long one' }
      expect((await instance.ask('POST /account/sign-up', form(fields))).status).toBe(403)
      expect((await instance.ask('POST /account/sign-up', form({ ...fields, token }))).status).toBe(200)
      const confirmation = tokenOf(instance.messageTo('ben@example.com').text.match(/https?:\S+/)?.[0] ?? '')
      const confirmed = await instance.ask(
        'POST /account/confirm',
        form({ token: confirmation, password: fields.password }),
      )
      expect(confirmed.headers.get('location')).toBe(`/dashboard?workspace=${workspace.id}`)
    })

    test('allows one of several people who sign up with it, and none once it is withdrawn', async () => {
      const { owner } = await newWorkspace(instance)
      const signedUp = async (token: string, email: string) => {
        const fields = { token, name: 'Ben', email, password: 'quite a long one' }
        expect((await instance.ask('POST /account/sign-up', form(fields))).status).toBe(200)
        return tokenOf(instance.messageTo(email).text.match(/https?:\S+/)?.[0] ?? '')
      }
      const confirm = async (token: string) =>
        (await instance.ask('POST /account/confirm', form({ token, password: 'quite a long one' }))).status
      const first = (await owner.call('POST /workspace/invitations', { body: {} })).body.data
      const pending = [
        await signedUp(tokenOf(first.url), 'one@example.com'),
        await signedUp(tokenOf(first.url), 'two@example.com'),
      ]
      expect([await confirm(pending[0] ?? ''), await confirm(pending[1] ?? '')]).toEqual([303, 410])
      const second = (await owner.call('POST /workspace/invitations', { body: {} })).body.data
      const late = await signedUp(tokenOf(second.url), 'three@example.com')
      await owner.call(`DELETE /workspace/invitations/${second.id}`)
      expect(await confirm(late)).toBe(410)
    })
  },
  { SIGNUPS: 'invite' },
)

onEachEngine(
  'where sign-ups are closed, an invitation to a workspace',
  (instance) => {
    test('is only for people who have an account', async () => {
      const { owner } = await newWorkspace(instance)
      const known = await newPerson(instance)
      const invite = (email: string) => owner.call('POST /workspace/invitations', { body: { email } })
      expect([(await invite(known.email)).status, (await invite('nobody@example.com')).status]).toEqual([
        200, 403,
      ])
      expect(instance.messages.some(({ to }) => to === 'nobody@example.com')).toBe(false)
    })

    test('does not let anyone try many addresses to find out who has an account', async () => {
      const { owner } = await newWorkspace(instance)
      const codes: string[] = []
      for (let count = 0; count < 25; count++) {
        const { body } = await owner.call('POST /workspace/invitations', {
          body: { email: `guess${count}@example.com` },
        })
        codes.push(body.error.code)
      }
      expect(codes).toEqual([...Array(20).fill('forbidden'), ...Array(5).fill('rate_limited')])
    })
  },
  { SIGNUPS: 'closed' },
)
