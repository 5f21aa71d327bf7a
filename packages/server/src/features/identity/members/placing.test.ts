// The groups of an identity provider put people into workspaces each time that they sign in there.
import { afterAll, expect, test } from 'bun:test'
import { signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { withCookie } from '../../../../../../test/accounts/sign-in.ts'
import { inWorkspace, newWorkspace, setRole } from '../../../../../../test/accounts/workspaces.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { engines, migratedDatabase } from '../../../../../../test/databases.ts'
import { startOn } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({
  OIDC_NAME: 'Example ID',
  OIDC_ALLOW: 'group:staff, group:ops',
})
afterAll(() => provider.stop())

test.each(engines)(
  'on %s, with the highest role of their groups, and never a lower one than they have',
  async (engine) => {
    const database = await migratedDatabase(engine)
    const before = await startOn(database, engine)
    const made = await newWorkspace(before, 'Staff')
    await before.stop()
    const { id } = made.workspace
    const nowhere = `wsp_${'0'.repeat(26)}`
    const personal = made.owner.userId.replace('usr_', 'wsp_')
    const instance = await startOn(database, engine, {
      ...provider.env,
      OIDC_GROUPS: `staff=${id}:viewer, ops=${id}:editor, staff=${nowhere}:admin, staff=${personal}:admin`,
    })
    try {
      await provider.register(instance.url)
      const session = withCookie(instance, made.owner.session.cookie)
      const owner = { ...made.owner, session, call: inWorkspace(session, id) }
      const arrive = async (groups: string[]) => {
        provider.people.set('cem', { email: 'cem@elsewhere.example', groups })
        const browser = formBrowser(instance)
        const answer = await signInThere(browser, 'cem')
        expect(answer.status).toBe(303)
        return (await browser.call('GET /workspaces')).body.data as {
          id: string
          role: string
          personal: boolean
        }[]
      }
      const roleAfter = async (groups: string[]) => {
        const all = (await arrive(groups)).filter(({ personal }) => !personal)
        expect(all.map((one) => one.id)).toEqual([id])
        return all[0]?.role
      }
      expect(await roleAfter(['staff'])).toBe('viewer')
      expect(await roleAfter(['staff', 'ops'])).toBe('editor')
      const { body } = await owner.call('GET /workspace/members?search=cem')
      await setRole(owner, { userId: body.data[0].id }, 'admin')
      expect(await roleAfter(['staff'])).toBe('admin')
      const { data } = (await owner.call('GET /audit')).body
      expect(data.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
        'role_changed',
        'role_changed',
        'member_joined',
      ])
    } finally {
      await instance.stop()
      await database.remove()
    }
  },
)
