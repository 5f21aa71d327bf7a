// Open sign-up: what the form accepts, and the confirmation of the e-mail address.
import { beforeEach, describe, expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

let people = 0
const someone = () => `newcomer${people++}@example.com`

/** Submits the form; returns the browser and the response. */
async function signUp(instance: Instance, email: string, fields: Record<string, string> = {}) {
  const browser = formBrowser(instance)
  await browser.open('/account/sign-up')
  const answer = await browser.post('/account/sign-up', { name: 'Ana', email, password, ...fields })
  return { browser, answer }
}

onEachEngine(
  'SIGNUPS=open',
  (instance) => {
    // The number of e-mails per minute is limited.
    beforeEach(() => instance.clock.advance(61_000))

    test('an account is created when its e-mail is confirmed, and not before', async () => {
      const email = someone()
      const { browser, answer } = await signUp(instance, email, { name: 'Ana Ü <b>' })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('Check your inbox')
      expect(answer.headers.getSetCookie()).toEqual([])
      await expect(signIn(instance, { email })).rejects.toThrow('wrong_password')
      const address = addressIn(instance.messageTo(email))
      expect(address).toStartWith(`${instance.url}/account/confirm?token=`)
      const page = await browser.open(address)
      expect(page.text).toContain(email)
      await expect(signIn(instance, { email })).rejects.toThrow('wrong_password')
      const confirmed = await browser.send({ password })
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/dashboard'])
      const lines = (await browser.call('GET /audit')).body.data
      expect(lines).toHaveLength(2)
      expect(lines).toContainEqual(expect.objectContaining({ action: 'account_created' }))
      expect(lines).toContainEqual(
        expect.objectContaining({ action: 'signed_in', detail: { how: 'sign-up' } }),
      )
      const { body } = await instance.ask('POST /api/session', { body: { email, password } })
      expect(body.data).toMatchObject({ email, name: 'Ana Ü <b>', plan: 'free' })
    })

    test('the sign-in page links to the form, which keeps the return address', async () => {
      const email = someone()
      const page = await formBrowser(instance).open('/account/sign-in?return_to=/oauth/authorize%3Fa=1%26b=2')
      const link = '/account/sign-up?return_to=%2Foauth%2Fauthorize%3Fa%3D1%26b%3D2'
      expect(page.text).toContain(`href="${link}"`)
      const browser = formBrowser(instance)
      await browser.open(link)
      await browser.send({ name: 'Ana', email, password })
      await browser.open(addressIn(instance.messageTo(email)))
      expect((await browser.send({ password })).text).toContain('url=/oauth/authorize?a=1&amp;b=2')
    })

    test('an e-mail that has an account gets the same response, and its owner a notice', async () => {
      const { email } = await instance.account()
      const [known, unknown] = [
        await signUp(instance, email.toUpperCase()),
        await signUp(instance, someone()),
      ]
      const seen = [known, unknown].map(({ answer }) => [
        answer.status,
        answer.text.replaceAll(/\w+@example.com/gi, 'E-MAIL'),
        [...answer.headers.keys()].sort(),
      ])
      expect(JSON.stringify(seen[0])).toBe(JSON.stringify(seen[1]))
      const { text } = instance.messageTo(email)
      expect(text).toContain('you already have one')
      expect(text).not.toContain('token=')
      await signIn(instance, { email })
    })

    test('the e-mail is in the language of the request, and quotes none of the input', async () => {
      const email = someone()
      const browser = formBrowser(instance, { 'accept-language': 'id' })
      await browser.open('/account/sign-up')
      await browser.send({ name: 'Buy at evil.example', email, password })
      const { subject, text } = instance.messageTo(email)
      expect(subject).toBe(`Konfirmasi alamat surel Anda untuk ${new URL(instance.url).host}`)
      expect(text).toContain('24 jam')
      expect(text + subject).not.toContain('evil.example')
    })

    test('links use PUBLIC_URL, whatever host the request names', async () => {
      const email = someone()
      const body = new URLSearchParams({ name: 'Ana', email, password })
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      }
      expect((await instance.ask('POST /account/sign-up', { body, headers })).status).toBe(200)
      expect(instance.messageTo(email).text).not.toContain('evil')
      expect(addressIn(instance.messageTo(email))).toStartWith(instance.url)
    })

    describe('confirming', () => {
      test('changes nothing until the form is submitted, because mail scanners open every link', async () => {
        const email = someone()
        await signUp(instance, email)
        const address = addressIn(instance.messageTo(email))
        const browser = formBrowser(instance)
        for (let scan = 0; scan < 3; scan++) expect((await browser.open(address)).status).toBe(200)
        await instance.ask(`HEAD ${address.slice(instance.url.length)}`)
        await expect(signIn(instance, { email })).rejects.toThrow()
        expect((await browser.send({ password })).status).toBe(303)
      })

      test('asks for the password, so that nobody confirms what a stranger has set up', async () => {
        const email = someone()
        await signUp(instance, email, { password: "a stranger's password" })
        const owner = formBrowser(instance)
        await owner.open(addressIn(instance.messageTo(email)))
        const wrong = await owner.send({ password: "the owner's password" })
        expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []])
        await expect(signIn(instance, { email }, "a stranger's password")).rejects.toThrow()
      })

      test('is throttled, and works once, even for concurrent requests', async () => {
        const email = someone()
        await signUp(instance, email)
        const address = addressIn(instance.messageTo(email))
        const token = new URL(address).searchParams.get('token') ?? ''
        const guesses = await Promise.all(
          Array.from({ length: 12 }, (_, count) =>
            formBrowser(instance).post('/account/confirm', { token, password: `guess ${count}` }),
          ),
        )
        expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
        await instance.clock.advance(61_000)
        const rights = await Promise.all(
          Array.from({ length: 5 }, () =>
            formBrowser(instance).post('/account/confirm', { token, password }),
          ),
        )
        expect(rights.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410])
        expect((await formBrowser(instance).open(address)).status).toBe(410)
      })

      test('ends after 24 hours', async () => {
        const email = someone()
        await signUp(instance, email)
        const address = addressIn(instance.messageTo(email))
        await instance.clock.advance(24 * 3_600_000 - 60_000)
        const browser = formBrowser(instance)
        expect((await browser.open(address)).status).toBe(200)
        await instance.clock.advance(60_000)
        expect((await browser.send({ password })).status).toBe(410)
        expect((await browser.open(address)).status).toBe(410)
      })

      test('is refused if an operator has created the account in the meantime', async () => {
        const email = someone()
        await signUp(instance, email)
        await instance.command('user', 'create', '--email', email, '--password', 'the first password')
        const browser = formBrowser(instance)
        await browser.open(addressIn(instance.messageTo(email)))
        expect((await browser.send({ password })).status).toBe(410)
        await signIn(instance, { email }, 'the first password')
      })

      test('refuses tokens of another kind', async () => {
        const email = someone()
        await signUp(instance, email)
        const { searchParams } = new URL(addressIn(instance.messageTo(email)))
        const token = searchParams.get('token') ?? ''
        const { url } = await instance.command('user', 'invite', '--email', someone())
        const invitation = new URL(url as string).searchParams.get('token') ?? ''
        const browser = formBrowser(instance)
        expect((await browser.open(`/account/reset-password?token=${token}`)).status).toBe(410)
        expect((await browser.open(`/account/sign-up?token=${token}`)).status).toBe(410)
        expect((await browser.open(`/account/setup?token=${token}`)).status).toBe(410)
        expect((await browser.open(`/account/confirm?token=${invitation}`)).status).toBe(410)
        expect((await browser.post('/account/sign-in/code', { token, code: '1' })).status).toBe(410)
        for (const path of ['reset-password', 'setup', 'confirm'])
          expect((await browser.post(`/account/${path}`, { token: invitation, password })).status).toBe(410)
      })
    })

    describe('the form', () => {
      const bad: [Record<string, string>, string][] = [
        [{ email: 'nonsense' }, 'Enter a valid e-mail address'],
        [{ email: '' }, 'Enter a valid e-mail address'],
        [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'Enter a valid e-mail address'],
        [{ email: 'a@example.com, b@example.com' }, 'Enter a valid e-mail address'],
        [{ name: '' }, 'Enter a name'],
        [{ name: '   ' }, 'Enter a name'],
        [{ name: 'x'.repeat(101) }, 'Enter a name'],
        [{ name: 'Ana\r\nBcc: b@example.com' }, 'Enter a name'],
        [{ name: 'Ana\u202egnp.exe' }, 'Enter a name'],
        [{ name: 'Ana\0' }, 'Enter a name'],
        [{ password: 'nine char' }, 'at least 10 characters'],
        [{ password: '🔑'.repeat(9) }, 'at least 10 characters'],
        [{ password: 'x y'.repeat(400) }, 'at most 1,024 characters'],
        [{ password: 'a fine\0password' }, 'at most 1,024 characters'],
        [{ password: '1234567890' }, 'too common'],
        [{ password: 'Password123!' }, 'too common'],
        [{ password: 'qwertyuiop' }, 'too common'],
        [{ password: 'aaaaaaaaaaaa' }, 'too common'],
        [{ password: 'Newcomer@Example.com', email: 'newcomer@example.com' }, 'your e-mail address or name'],
        [
          { password: 'Anastasia Beaverhausen', name: 'Anastasia Beaverhausen' },
          'your e-mail address or name',
        ],
      ]
      for (const [fields, words] of bad)
        test(`refuses ${JSON.stringify(fields).slice(0, 60)} with a message, and sends nothing`, async () => {
          const { answer } = await signUp(instance, 'never@example.com', fields)
          expect(answer.status).toBe(422)
          expect(answer.text).toContain(words)
          expect(answer.text).toContain('aria-invalid="true"')
          expect(instance.messages.filter(({ to }) => to === 'never@example.com')).toEqual([])
        })

      test('accepts long passwords of any characters, and spaces at their ends', async () => {
        for (const long of [` ${'🔑 päss '.repeat(50)} `, 'x          y', 'gehiujkdbf']) {
          const email = someone()
          await signUp(instance, email, { password: long })
          const browser = formBrowser(instance)
          await browser.open(addressIn(instance.messageTo(email)))
          expect((await browser.send({ password: long.trim().slice(1) })).status).toBe(401)
          expect((await browser.send({ password: long })).status).toBe(303)
          await signIn(instance, { email }, long)
        }
      })

      test('sends at most five e-mails an hour to one mailbox, and always responds the same', async () => {
        const email = someone()
        const answers = []
        for (let count = 0; count < 7; count++) answers.push((await signUp(instance, email)).answer)
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
        expect(instance.messages.filter(({ to }) => to === email)).toHaveLength(5)
        await instance.clock.advance(3_600_000)
        await signUp(instance, email)
        expect(instance.messages.filter(({ to }) => to === email)).toHaveLength(6)
      })

      test('sends at most ten e-mails a minute for one address', async () => {
        const answers = await Promise.all(Array.from({ length: 14 }, () => signUp(instance, someone())))
        expect(answers.filter(({ answer }) => answer.status === 429)).toHaveLength(4)
      })
    })

    test('stores only hashes of tokens and, until the link is used, passwords; expired rows are deleted', async () => {
      const kept = async () =>
        (await everyRow(instance.database)).split('\n').filter((row) => row.startsWith('one_time_links'))
      await instance.clock.advance(7 * 86_400_000)
      expect(await kept()).toEqual([])
      const email = someone()
      await signUp(instance, email)
      const address = addressIn(instance.messageTo(email))
      const [row, ...more] = await kept()
      expect(more).toEqual([])
      expect(row).toContain('$argon2id$')
      expect(row).not.toContain(new URL(address).searchParams.get('token') as string)
      expect(row).not.toContain(password)
      const browser = formBrowser(instance)
      await browser.open(address)
      expect((await browser.send({ password })).status).toBe(303)
      expect((await kept())[0]).not.toContain('$argon2id$')
    })
  },
  { SIGNUPS: 'open', DEFAULT_PLAN: 'free' },
)
