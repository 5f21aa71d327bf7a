// The weekly proof of domains: what counts as a failure, what owners are told, and who can take a domain over.
import { afterAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { startNameServer } from '../../../../../../test/servers/name-server.ts'

const nameServer = await startNameServer()
afterAll(() => nameServer.stop())

const day = 24 * 60 * 60_000
const minute = 60_000

onEachEngine(
  'a verified domain',
  (instance) => {
    const named = (word: string) => `${word}.${instance.engine}.example.com`

    async function claimant(domain: string) {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const { id, record } = (await call('POST /domains', { body: { domain } })).body.data
      const verify = () => call(`POST /domains/${id}/verify`)
      const publish = () => nameServer.publish(record.name, record.value)
      // A session ends while a test lets weeks pass.
      const shown = async () => (await signIn(instance, account)).call('GET /domains')
      return { account, id, record, verify, publish, shown }
    }

    async function owner(word: string) {
      const claim = await claimant(named(word))
      claim.publish()
      expect((await claim.verify()).status).toBe(200)
      const { short } = await claim.account.link({ domain_alias: named(word) })
      const answers = async () => (await instance.visit(`/${short}`, { host: named(word) })).status
      const unprovedAt = async () => (await claim.shown()).body.data[0].unproved_at
      const messages = () =>
        instance.messages.filter(
          ({ to, subject }) => to === claim.account.email && subject.includes(named(word)),
        )
      return { ...claim, short, answers, unprovedAt, messages }
    }

    /** Lets days pass in steps that jobs see. */
    async function pass(days: number) {
      for (let hours = 0; hours < days * 24; hours += 12) {
        await instance.clock.advance(day / 2)
        await instance.clock.advance(2 * minute)
      }
    }

    test('is proved again each week, and nothing happens while its record is there', async () => {
      const { answers, messages, unprovedAt } = await owner('kept')
      await pass(15)
      expect([await answers(), messages(), await unprovedAt()]).toStrictEqual([302, [], null])
    })

    test('without its record three times in a week still answers, and its owner gets one message', async () => {
      const { record, answers, messages, unprovedAt } = await owner('missing')
      nameServer.publish(record.name)
      await pass(9)
      expect([messages().length, await unprovedAt()]).toStrictEqual([0, null])
      await pass(3)
      expect([messages().length, await unprovedAt()]).toStrictEqual([1, expect.any(Number)])
      expect(messages()[0]?.text).toContain(`${record.name} TXT ${record.value}`)
      await pass(8)
      expect([await answers(), messages().length]).toStrictEqual([302, 1])
    })

    test('whose record is there again is safe: after the next proof, or as soon as its owner verifies it', async () => {
      const claim = await owner('back')
      nameServer.publish(claim.record.name, 'another value')
      await pass(12)
      expect(await claim.unprovedAt()).not.toBeNull()
      const { call } = await signIn(instance, claim.account)
      expect((await call(`POST /domains/${claim.id}/verify`)).status).toBe(422)
      claim.publish()
      const again = await call(`POST /domains/${claim.id}/verify`)
      expect([again.status, again.text]).toStrictEqual([200, expect.stringContaining('"unproved_at":null')])
      const other = await claimant(named('back'))
      other.publish()
      expect((await other.verify()).body.error.details[0].code).toBe('domain_taken')
    })

    test('is blamed for nothing while name servers fail', async () => {
      const { answers, messages, unprovedAt } = await owner('outage')
      nameServer.mood = 'failing'
      try {
        await pass(14)
      } finally {
        nameServer.mood = 'answering'
      }
      expect([await answers(), messages(), await unprovedAt()]).toStrictEqual([302, [], null])
    })

    test('goes to who proves it once its own proof is missing, and the links of before answer 404 there', async () => {
      const former = await owner('lost')
      nameServer.publish(former.record.name)
      const early = await claimant(named('lost'))
      early.publish()
      expect((await early.verify()).body.error.details[0].code).toBe('domain_taken')
      await pass(12)
      const next = await claimant(named('lost'))
      next.publish()
      expect((await next.verify()).status).toBe(200)
      expect(await former.answers()).toBe(404)
      const kept = await former.account.call(`GET /links/${former.short}`)
      expect(kept.body.data).toMatchObject({ domain: named('lost'), short: former.short })
      expect((await former.shown()).body.data[0]).toMatchObject({ verified: false, unproved_at: null })
      expect(former.messages().at(-1)?.subject).toContain('now belongs to another account')
      const { short } = await next.account.link({ domain_alias: named('lost'), custom_slug: former.short })
      expect((await instance.visit(`/${short}`, { host: named('lost') })).status).toBe(302)
      const moved = await former.account.call(`PUT /links/${former.short}`, { body: { domain_alias: '' } })
      expect([moved.status, (await instance.visit(`/${former.short}`)).status]).toStrictEqual([200, 302])
    })

    test('that the operator vouched for is never looked up', async () => {
      const account = await instance.account()
      await account.domain(named('vouched'))
      const { short } = await account.link({ domain_alias: named('vouched') })
      await pass(14)
      expect((await instance.visit(`/${short}`, { host: named('vouched') })).status).toBe(302)
      const about = instance.messages.filter(({ subject }) => subject.includes(named('vouched')))
      expect(about).toStrictEqual([])
    })
  },
  { DNS_SERVERS: nameServer.address },
)
