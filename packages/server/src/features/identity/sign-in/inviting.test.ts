// Inviting people: administrators in the dashboard, operators on the command line.
import { beforeAll, describe, expect, test } from 'bun:test'
import { password, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('inviting', (instance) => {
  let administrator: SignedIn
  beforeAll(async () => {
    const email = 'admin@example.com'
    await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
    administrator = await signIn(instance, { email })
  })
  const invite = (body: unknown) => administrator.call('POST /invitations', { body })

  test('POST /api/invitations returns the URL and e-mails it, and the audit log shows that', async () => {
    const { status, body } = await invite({ email: 'Bo@Example.com' })
    expect(status).toBe(200)
    const inAWeek = instance.clock.unix() + 7 * 86_400
    expect(body.data).toEqual({
      email: 'bo@example.com',
      url: expect.stringMatching(new RegExp(`^${instance.url}/account/sign-up\\?token=[A-Za-z0-9]{43}$`)),
      expires_at: expect.any(Number),
    })
    expect(Math.abs(body.data.expires_at - inAWeek)).toBeLessThan(60)
    expect(addressIn(instance.messageTo('bo@example.com'))).toBe(body.data.url)
    const [line] = (await administrator.call('GET /audit')).body.data
    expect(line).toMatchObject({ action: 'invitation_sent', detail: { email: 'bo@example.com' } })
    expect(JSON.stringify(line)).not.toContain(new URL(body.data.url).search)
    const browser = formBrowser(instance)
    await browser.open(body.data.url)
    expect((await browser.send({ name: 'Bo', password })).status).toBe(303)
    expect((await browser.call('POST /invitations', { email: 'cy@example.com' })).status).toBe(403)
  })

  test('the e-mail is in the requested language', async () => {
    await invite({ email: 'siti@example.com', language: 'id' })
    expect(instance.messageTo('siti@example.com').subject).toStartWith('Anda diundang ke')
  })

  test('anyone but an administrator gets 403 forbidden, and nothing is sent', async () => {
    const { call } = await signIn(instance, await instance.account())
    const answer = await call('POST /invitations', { body: { email: 'eve@example.com' } })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    expect(instance.messages.some(({ to }) => to === 'eve@example.com')).toBe(false)
  })

  test("a person with an account, or an invalid e-mail, can't be invited", async () => {
    const { email } = await instance.account()
    for (const body of [{ email }, { email: 'nonsense' }, { email: 'a@example.com', language: 'xx' }, {}]) {
      const answer = await invite(body)
      expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed'])
    }
    await expect(instance.command('user', 'invite', '--email', email)).rejects.toThrow(
      'already has an account',
    )
    const nonsense = instance.command('user', 'invite', '--email', 'nonsense')
    await expect(nonsense).rejects.toThrow('"nonsense" is not an e-mail address')
  })

  describe('on the command line', () => {
    test('prints the URL, and sends nothing', async () => {
      const printed = await instance.command('user', 'invite', '--email', 'Dan@example.com')
      expect(printed).toEqual({
        email: 'dan@example.com',
        url: expect.stringContaining('/account/sign-up?token='),
        expires_at: expect.any(Number),
      })
      expect(instance.messages.some(({ to }) => to === 'dan@example.com')).toBe(false)
      expect((await formBrowser(instance).open(printed.url as string)).status).toBe(200)
    })
  })
})
