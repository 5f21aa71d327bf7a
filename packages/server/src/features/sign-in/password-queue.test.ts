// A crowd of strangers that fills the line for password checks: who is signed in passes it, and it tells nothing after.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import { password, signIn } from '../../../../../test/sign-in.ts'

onEachEngine(
  'more strangers at once than can wait, from the networks of one IPv6 site',
  (instance) => {
    const tryFrom = (address: string, email: string) =>
      instance.ask('POST /api/session', {
        body: { email, password: 'a wrong guess' },
        headers: { 'x-forwarded-for': address },
      })

    test('have 300 tries, and make neither a session wait nor an unknown e-mail known', async () => {
      const { email } = await instance.account()
      const { call } = await signIn(instance, { email })
      let refused = () => {}
      const isFull = new Promise<void>((resolve) => {
        refused = resolve
      })
      const crowd = Array.from({ length: 320 }, async (_, network) => {
        const whose = network % 2 ? email : `nobody${network}@example.com`
        const { status } = await tryFrom(`2001:db8:5:${network.toString(16)}::1`, whose)
        if (status === 503) refused()
        return status
      })
      await isFull
      const confirmed = await call('POST /second-factor', { body: { password } })
      expect(confirmed.status).toBe(200)
      const seen = Map.groupBy(await Promise.all(crowd), (status) => status)
      expect([...seen.keys()].sort()).toEqual([401, 429, 503])
      expect(seen.get(429)).toHaveLength(20)
      expect((await tryFrom('2001:db8:5:ffff::1', email)).status).toBe(429)
      expect((await tryFrom('2001:db8:6::1', 'nobody@example.com')).status).toBe(401)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
