// The addresses of the dashboard's pages: each names its workspace, and others lead to one that does.
import { expect, test } from 'bun:test'
import { addMember, newPerson, newWorkspace } from '../../../../../test/accounts/workspaces.ts'
import { onOneEngine } from '../../../../../test/instance.ts'

onOneEngine('the address of a page of the dashboard', (instance) => {
  /** Where a request leads; null if it is answered with the page. */
  async function leadsTo(path: string, cookie: string): Promise<string | null> {
    const answer = await instance.ask(`GET ${path}`, { headers: { cookie } })
    expect([200, 303]).toContain(answer.status)
    return answer.headers.get('location')
  }
  /** What the page loads in advance. */
  async function questionsOf(path: string, cookie: string): Promise<string[]> {
    const { text } = await instance.ask(`GET ${path}`, { headers: { cookie } })
    return [...text.matchAll(/<link rel="preload" as="fetch" href="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
  }

  test('names a shared workspace in its path, to which ?workspace= leads', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { cookie } = owner.session
    const path = `/dashboard/${workspace.id}`
    expect(await leadsTo(`/dashboard?workspace=${workspace.id}`, cookie)).toBe(path)
    expect(await leadsTo(`/dashboard/links?link=lnk_1&workspace=${workspace.id}`, cookie)).toBe(
      `${path}/links?link=lnk_1`,
    )
    expect(await leadsTo(`/dashboard/wsp_other/qr?workspace=${workspace.id}`, cookie)).toBe(`${path}/qr`)
    expect(await leadsTo(`${path}/links?q=a%26b`, cookie)).toBeNull()
  })

  test('names no workspace in one’s own, however it was named', async () => {
    const { session } = await newPerson(instance)
    const own = (await session.call('GET /user')).body.data.workspace.id
    expect(await leadsTo(`/dashboard?workspace=${own}`, session.cookie)).toBe('/dashboard')
    expect(await leadsTo(`/dashboard/${own}/links?q=x`, session.cookie)).toBe('/dashboard/links?q=x')
    expect(await leadsTo('/dashboard/links', session.cookie)).toBeNull()
  })

  test('that names none leads to the workspace that was used last, only if it is the bare one and they still belong to it', async () => {
    const made = await newWorkspace(instance)
    const member = await addMember(instance, made, 'viewer')
    const { id } = made.workspace
    const last = (value: string) => `${member.session.cookie}; linnet_workspace=${value}`
    for (const path of ['/dashboard', '/dashboard/'])
      expect(await leadsTo(path, last(id))).toStartWith(`/dashboard/${id}`)
    expect(await leadsTo('/dashboard/links', last(id))).toBeNull()
    for (const value of ['', 'wsp_gone', '../../account', `${id}%0d%0aSet-Cookie:x=1`, '"><script>'])
      expect([value, await leadsTo('/dashboard', last(value))]).toEqual([value, null])
    await member.call('POST /workspace/leave')
    expect(await leadsTo('/dashboard', last(id))).toBeNull()
  })

  test('never redirects to another site, whatever it contains', async () => {
    const { session } = await newPerson(instance)
    for (const path of [
      '/dashboard?workspace=//evil.example',
      '/dashboard//evil.example?workspace=wsp_1',
      '/dashboard/%2f%2fevil.example?workspace=wsp_1',
      '/dashboard?workspace=wsp_1%0d%0aX-Evil:1',
      '/dashboard?workspace=wsp_1&workspace=wsp_2',
    ]) {
      const answer = await instance.ask(`GET ${path}`, { headers: { cookie: session.cookie } })
      expect(answer.status).toBe(303)
      const location = answer.headers.get('location') ?? ''
      expect(new URL(location, instance.url).origin).toBe(instance.url)
      expect(location).toStartWith('/dashboard')
      expect(answer.headers.get('x-evil')).toBeNull()
    }
  })

  test('is that of what the page loads in advance', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const { cookie } = owner.session
    const personal = await questionsOf('/dashboard/links', cookie)
    expect(personal).toHaveLength(2)
    expect(personal.filter((address) => address.includes('workspace'))).toEqual([])
    const shared = await questionsOf(`/dashboard/${workspace.id}/links`, cookie)
    expect(shared).toHaveLength(2)
    for (const address of shared) {
      expect(address).toContain(`workspace=${workspace.id}`)
      const { status } = await instance.ask(`GET ${address}`, { headers: { cookie } })
      expect(status).toBe(200)
    }
  })
})
