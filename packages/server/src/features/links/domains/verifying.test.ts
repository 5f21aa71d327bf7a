// Verifying custom domains: the TXT record is looked up at a real name server, which answers, fails or is silent.
import { afterAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { startNameServer } from '../../../../../../test/servers/name-server.ts'

const nameServer = await startNameServer()
afterAll(() => nameServer.stop())

onEachEngine(
  'verifying a domain',
  (instance) => {
    /** An account that has claimed the domain. */
    async function claimant(domain: string) {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const { id, record } = (await call('POST /domains', { body: { domain } })).body.data
      return { account, call, id, record, verify: () => call(`POST /domains/${id}/verify`) }
    }

    /** Names differ by engine: both use the same name server. */
    const named = (word: string) => `${word}.${instance.engine}.example.com`

    test('a domain whose record is found is verified, and can have links at once', async () => {
      const domain = named('proved')
      const { account, call, record, verify } = await claimant(domain)
      nameServer.publish(record.name, record.value)
      const { status, body } = await verify()
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ domain, verified: true, verified_at: expect.any(Number), record })
      expect((await call('GET /domains')).body.data).toStrictEqual([body.data])
      expect((await account.link({ domain_alias: domain })).domain).toBe(domain)
    })

    test('the command line verifies one as well, and says which record is missing', async () => {
      const account = await instance.account()
      const domain = named('operated')
      const words = ['--email', account.email, '--domain', domain]
      await expect(instance.command('domain', 'verify', ...words)).rejects.toThrow(/has not added the domain/)
      const { record } = (await instance.command('domain', 'add', ...words)) as {
        record: { name: string; value: string }
      }
      await expect(instance.command('domain', 'verify', ...words)).rejects.toThrow(record.value)
      nameServer.publish(record.name, record.value)
      expect(await instance.command('domain', 'verify', ...words)).toMatchObject({ domain, verified: true })
      expect((await account.link({ domain_alias: domain })).domain).toBe(domain)
    })

    test('a missing record is 422, with a message that names the record to set', async () => {
      const { call, record, verify } = await claimant(named('missing'))
      const { status, body } = await verify()
      expect([status, body.error.code, body.error.details[0].path]).toStrictEqual([
        422,
        'validation_failed',
        'domain',
      ])
      expect(body.error.details[0].message).toContain(record.name)
      expect(body.error.details[0].message).toContain(record.value)
      expect((await call('GET /domains')).body.data[0].verified).toBe(false)
    })

    test('a record with another value, or at another name, verifies nothing', async () => {
      const { record, verify } = await claimant(named('wrong'))
      nameServer.publish(named('wrong'), record.value)
      nameServer.publish(record.name, `${record.value}x`)
      expect((await verify()).status).toBe(422)
      nameServer.publish(record.name, record.value.toUpperCase())
      expect((await verify()).status).toBe(422)
      nameServer.publish(record.name, record.value)
      expect((await verify()).status).toBe(200)
    })

    test('the record may be among others', async () => {
      const { record, verify } = await claimant(named('among'))
      nameServer.publish(record.name, 'v=spf1 -all', record.value, 'x'.repeat(255))
      expect((await verify()).status).toBe(200)
    })

    test('a name that has no TXT record is 422', async () => {
      const { record, verify } = await claimant(named('textless'))
      nameServer.publish(record.name)
      expect((await verify()).status).toBe(422)
    })

    test('a name server that fails is 503, and the claim stays as it is', async () => {
      const { record, verify } = await claimant(named('failing'))
      nameServer.publish(record.name, record.value)
      nameServer.mood = 'failing'
      try {
        const { status, body } = await verify()
        expect([status, body.error.code]).toStrictEqual([503, 'unavailable'])
        expect(body.error.message).toContain('name servers')
      } finally {
        nameServer.mood = 'answering'
      }
      expect((await verify()).status).toBe(200)
    })

    test('a silent name server is 503, and the claim stays as it is', async () => {
      const { record, verify } = await claimant(named('silent'))
      nameServer.publish(record.name, record.value)
      nameServer.mood = 'silent'
      try {
        const { status, body } = await verify()
        expect([status, body.error.code]).toStrictEqual([503, 'unavailable'])
      } finally {
        nameServer.mood = 'answering'
      }
      expect((await verify()).status).toBe(200)
    })

    test('verifying a verified domain again is 200 without a DNS query', async () => {
      const { record, verify } = await claimant(named('twice'))
      nameServer.publish(record.name, record.value)
      const first = await verify()
      nameServer.publish(record.name, 'gone')
      await instance.clock.advance(5_000)
      const second = await verify()
      expect([second.status, second.body]).toStrictEqual([200, first.body])
    })

    test('of two accounts that claim one name, only the one whose record is set can verify it', async () => {
      const domain = named('disputed')
      const [owner, squatter] = [await claimant(domain), await claimant(domain)]
      nameServer.publish(owner.record.name, owner.record.value)
      expect((await squatter.verify()).status).toBe(422)
      expect((await owner.verify()).status).toBe(200)
      expect((await squatter.verify()).status).toBe(422)
      const answer = await squatter.account.call('POST /links', {
        body: { long_url: 'https://example.com/', domain_alias: domain },
      })
      expect(answer.status).toBe(422)
    })

    test("a name that one account has verified can't be verified by another, and its links don't change", async () => {
      const domain = named('first')
      const [first, second] = [await claimant(domain), await claimant(domain)]
      nameServer.publish(first.record.name, first.record.value)
      await first.verify()
      const { short } = await first.account.link({ domain_alias: domain })
      nameServer.publish(second.record.name, second.record.value)
      const { status, body } = await second.verify()
      expect([status, body.error.code]).toStrictEqual([422, 'validation_failed'])
      expect(body.error.details[0].message).toContain('another account')
      expect((await second.call('GET /domains')).body.data[0].verified).toBe(false)
      expect((await instance.visit(`/${short}`, { host: domain })).status).toBe(302)
    })

    test('a verified domain that was removed can be verified by another account', async () => {
      const domain = named('handover')
      const [first, second] = [await claimant(domain), await claimant(domain)]
      nameServer.publish(first.record.name, first.record.value)
      await first.verify()
      expect((await first.call(`DELETE /domains/${first.id}`)).status).toBe(200)
      nameServer.publish(second.record.name, second.record.value)
      expect((await second.verify()).status).toBe(200)
      const link = await second.account.link({ domain_alias: domain })
      expect((await instance.visit(`/${link.short}`, { host: domain })).status).toBe(302)
    })
  },
  { DNS_SERVERS: nameServer.address },
)
