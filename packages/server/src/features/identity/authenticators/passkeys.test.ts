// How many passkeys an account can have, even if they are added at once. What they can be used for: e2e/passkeys.test.ts.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { newPasskey } from '../../../../../../test/browser/software-authenticator.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('passkeys', (instance) => {
  test('an account has at most fifty, even if many are added at once', async () => {
    const account = await instance.account()
    const sessions = await Promise.all(Array.from({ length: 6 }, () => signIn(instance, account)))
    const made = sessions.flatMap(({ call }) =>
      Array.from({ length: 9 }, async () => {
        const options = await call('POST /passkeys/options')
        expect(options.status).toBe(200)
        return { call, credential: newPasskey(options.body.data, instance.url) }
      }),
    )
    const answers = await Promise.all(
      (await Promise.all(made)).map(({ call, credential }) =>
        call('POST /passkeys', { body: { name: 'Key', credential } }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.error.code])).toStrictEqual(
      Array(4).fill([403, 'forbidden']),
    )
    expect(refused[0]?.body.error.message).toContain('at most 50 passkeys')
    const { data } = (await sessions[0]?.call('GET /passkeys'))?.body ?? {}
    expect(data).toHaveLength(50)
    const again = await sessions[0]?.call('POST /passkeys/options')
    expect(again?.body.error.message).toContain('at most 50 passkeys')
  })
})
