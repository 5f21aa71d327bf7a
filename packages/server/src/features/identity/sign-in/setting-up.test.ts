// Setting up a new server: a URL that only the operator sees creates its only administrator.
import { expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { onEachEngine, startOn } from '../../../../../../test/instance.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const ownHost = { SHORT_URL: 'https://ex.test' }
const administrator = { name: 'Ana', email: 'ana@example.com', password }

onEachEngine('a new instance', (instance) => {
  /** Runs a test on an instance without accounts: those of earlier tests are deleted. */
  const onNew = (what: string, work: (address: string) => Promise<void>) =>
    test(what, async () => {
      for (const { email } of await ask<{ email: string }>(
        instance.database,
        'select email from users where deleted_at is null',
      ))
        await instance.command('user', 'delete', '--email', email)
      await instance.clock.advance(90_000)
      await work((await instance.setUpAddress()) ?? '')
    })

  onNew('is set up at a URL that works once, and signs the administrator in', async (address) => {
    expect(address).toStartWith(`${instance.url}/account/setup?token=`)
    const browser = formBrowser(instance)
    for (let look = 0; look < 2; look++) expect((await browser.open(address)).status).toBe(200)
    const answer = await browser.send(administrator)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
    const invited = await browser.call('POST /invitations', { email: 'bo@example.com' })
    expect(invited.status).toBe(200)
    expect(await instance.setUpAddress()).toBeNull()
    const late = formBrowser(instance)
    const page = await late.open(address)
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('already has an account')])
    expect((await late.post('/account/setup', { ...administrator, token: tokenOf(address) })).status).toBe(
      410,
    )
  })

  onNew('recommends a separate host for published content', async (address) => {
    expect((await formBrowser(instance).open(address)).text).toContain('SHORT_URL')
  })

  onNew('is set up again after its only account has been deleted', async (address) => {
    const browser = formBrowser(instance)
    await browser.open(address)
    await browser.send(administrator)
    expect((await browser.call('POST /user/delete', { password })).status).toBe(200)
    await instance.clock.advance(90_000)
    const late = formBrowser(instance)
    expect((await late.open(address)).status).toBe(410)
    expect((await late.open((await instance.setUpAddress()) ?? '')).status).toBe(200)
    expect((await late.send({ ...administrator, email: 'bo@example.com' })).status).toBe(303)
  })

  onNew('has exactly one administrator when many set it up at once, with several URLs', async (address) => {
    const addresses = [address, (await instance.setUpAddress()) ?? '']
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, count) =>
        formBrowser(instance).post('/account/setup', {
          ...administrator,
          email: `ana${count}@example.com`,
          token: tokenOf(addresses[count % 2] ?? ''),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410, 410])
    const users = await ask(instance.database, 'select 1 from users where deleted_at is null')
    expect(users).toHaveLength(1)
  })

  onNew('is set up once its first account exists, of any kind', async (address) => {
    await instance.account()
    expect((await formBrowser(instance).open(address)).status).toBe(410)
    const answer = await formBrowser(instance).post('/account/setup', {
      ...administrator,
      token: tokenOf(address),
    })
    expect(answer.status).toBe(410)
    await expect(signIn(instance, administrator)).rejects.toThrow('wrong_password')
    expect(await instance.setUpAddress()).toBeNull()
  })

  onNew('is not set up with a made-up URL, or without one', async () => {
    for (const query of ['', '?token=']) {
      const { status, text } = await formBrowser(instance).open(`/account/setup${query}`)
      expect([status, text]).toEqual([
        403,
        expect.stringContaining('that the server printed in its terminal'),
      ])
      expect(text).not.toContain('<form')
    }
    for (const query of ['?token=x', `?token=${'A'.repeat(43)}`])
      expect((await formBrowser(instance).open(`/account/setup${query}`)).status).toBe(410)
    expect((await formBrowser(instance).post('/account/setup', administrator)).status).toBe(410)
    const foreign = { origin: 'https://evil.example' }
    expect((await formBrowser(instance).post('/account/setup', administrator, foreign)).status).toBe(403)
    expect(await instance.setUpAddress()).not.toBeNull()
  })

  onNew('shows what is wrong with the form, and the URL still works', async (address) => {
    const browser = formBrowser(instance)
    await browser.open(address)
    const wrong = await browser.send({ name: 'Ana', email: 'nonsense', password: 'password123' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Enter a valid e-mail address')
    expect(wrong.text).toContain('too common')
    expect(wrong.text).toContain('value="Ana"')
    expect((await browser.send(administrator)).status).toBe(303)
  })

  onNew('keeps only the hash of the token', async (address) => {
    expect(await everyRow(instance.database)).not.toContain(tokenOf(address))
  })
})

onEachEngine(
  'a new instance with a separate host for published content',
  (instance) => {
    test('does not recommend one, and shows a new URL after a restart', async () => {
      const first = (await instance.setUpAddress()) ?? ''
      const page = await formBrowser(instance).open(first)
      expect([page.status, page.text.includes('SHORT_URL')]).toEqual([200, false])
      await instance.stop()
      const restarted = await startOn(instance.database, instance.engine, ownHost)
      const second = (await restarted.setUpAddress()) ?? ''
      expect(tokenOf(second)).not.toBe(tokenOf(first))
      expect((await formBrowser(restarted).open(second)).status).toBe(200)
      Object.assign(instance, restarted)
    })
  },
  ownHost,
)

function tokenOf(address: string): string {
  return new URL(address).searchParams.get('token') ?? ''
}
