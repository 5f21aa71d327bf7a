// Strangers who fill the queue of password checks don't delay signed-in users, and learn nothing.
import { expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { blockPasswordHashing } from '../../../../../../test/cheap-hashes.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine(
  'more strangers than the queue holds, from the networks of one IPv6 site',
  (instance) => {
    const tryFrom = (address: string, email: string) =>
      instance.ask('POST /api/session', {
        body: { email, password: 'a wrong guess' },
        headers: { 'x-forwarded-for': address },
      })

    test("have 300 tries, delay no session, and don't learn which e-mails are unknown", async () => {
      const { email } = await instance.account()
      const { call } = await signIn(instance, { email })
      const goOn = blockPasswordHashing()
      let answered = 0
      const { promise: isFull, resolve: refused } = Promise.withResolvers<void>()
      const crowd = Array.from({ length: 320 }, async (_, network) => {
        const whose = network % 2 ? email : `nobody${network}@example.com`
        const { status } = await tryFrom(`2001:db8:5:${network.toString(16)}::1`, whose)
        // Two are being checked and 200 are queued; 98 don't fit in the queue, and 20 have no tries left.
        if (++answered === 118) refused()
        return status
      })
      await isFull
      const confirming = call('POST /session/reauthentication', { body: { password } })
      // By the time these are answered, that request is in a queue of its own, so it takes no one's place.
      for (let look = 0; look < 3; look++) expect((await call('GET /second-factor')).status).toBe(200)
      goOn()
      const confirmed = await confirming
      expect(confirmed.status).toBe(200)
      const seen = Map.groupBy(await Promise.all(crowd), (status) => status)
      expect([401, 429, 503].map((status) => seen.get(status)?.length)).toEqual([202, 20, 98])
      expect((await tryFrom('2001:db8:5:ffff::1', email)).status).toBe(429)
      expect((await tryFrom('2001:db8:6::1', 'nobody@example.com')).status).toBe(401)
    })
  },
  { TRUST_PROXY: '127.0.0.1,::1' },
)
