// Restricted sign-up: invited people only, or nobody.
import { expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

let people = 0
const someone = () => `guest${people++}@example.com`

onEachEngine(
  'SIGNUPS=invite',
  (instance) => {
    const invite = async (email: string) =>
      (await instance.command('user', 'invite', '--email', email)).url as string

    test('without an invitation there is no form, and submitting one creates no account', async () => {
      const page = await formBrowser(instance).open('/account/sign-up')
      expect([page.status, page.text]).toEqual([
        403,
        expect.stringContaining('Sign-up is by invitation only'),
      ])
      const form = { name: 'Ana', email: someone(), password }
      expect((await formBrowser(instance).post('/account/sign-up', form)).status).toBe(403)
      expect(instance.messages).toEqual([])
      expect((await formBrowser(instance).open('/account/sign-in')).text).not.toContain('Create an account')
    })

    test('an invitation names the e-mail, which needs no further confirmation', async () => {
      const email = someone()
      const browser = formBrowser(instance)
      const page = await browser.open(await invite(email.toUpperCase()))
      expect(page.text).toContain('You’re invited')
      expect(page.text).toContain(`value="${email}"`)
      const answer = await browser.send({ name: 'Bo', password, email: 'somebody.else@example.com' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
      expect(instance.messages).toEqual([])
      const { body } = await instance.ask('POST /api/session', { body: { email, password } })
      expect(body.data).toMatchObject({ email, name: 'Bo' })
    })

    test('the form shows what is wrong, and the invitation still works', async () => {
      const browser = formBrowser(instance)
      await browser.open(await invite(someone()))
      const wrong = await browser.send({ name: '', password: 'short' })
      expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Enter a name')])
      expect((await browser.send({ name: 'Bo', password })).status).toBe(303)
    })

    test('works once, even for concurrent requests, and for seven days', async () => {
      const [used, old] = [await invite(someone()), await invite(someone())]
      const token = new URL(used).searchParams.get('token') ?? ''
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          formBrowser(instance).post('/account/sign-up', { token, name: 'Bo', password }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410])
      expect((await formBrowser(instance).open(used)).status).toBe(410)
      await instance.clock.advance(7 * 86_400_000)
      expect((await formBrowser(instance).open(old)).status).toBe(410)
    })

    test('two invitations for one e-mail create one account', async () => {
      const email = someone()
      const [first, second] = [await invite(email), await invite(email)]
      const browser = formBrowser(instance)
      await browser.open(first)
      expect((await browser.send({ name: 'Bo', password })).status).toBe(303)
      const other = formBrowser(instance)
      await other.open(second)
      expect((await other.send({ name: 'Eve', password: 'another password' })).status).toBe(410)
      await signIn(instance, { email })
    })
  },
  { SIGNUPS: 'invite' },
)

onEachEngine(
  'SIGNUPS=closed',
  (instance) => {
    test('nobody can sign up, and the page says whom to contact', async () => {
      const page = await formBrowser(instance).open('/account/sign-up')
      expect([page.status, page.text]).toEqual([403, expect.stringContaining('Sign-up is closed')])
      const form = { name: 'Ana', email: someone(), password }
      expect((await formBrowser(instance).post('/account/sign-up', form)).status).toBe(403)
      expect(instance.messages).toEqual([])
    })

    test('nobody can be invited either; the command line still creates accounts', async () => {
      const invitation = instance.command('user', 'invite', '--email', someone())
      await expect(invitation).rejects.toThrow('Sign-ups are closed')
      await signIn(instance, await instance.account())
    })
  },
  { SIGNUPS: 'closed' },
)
