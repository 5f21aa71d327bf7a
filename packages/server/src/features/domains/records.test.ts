// What there is at a domain by now, as its owner is shown it: the text that proves it, and where it leads.
import { afterAll, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import { startNameServer } from '../../../../../test/name-server.ts'
import { signIn } from '../../../../../test/sign-in.ts'

const nameServer = await startNameServer()
nameServer.publishAddresses('short.example.net', '192.0.2.7', '2001:db8::7')
afterAll(() => nameServer.stop())

onEachEngine(
  'the records of a domain',
  (instance) => {
    async function claimant(word: string) {
      const domain = `${word}.${instance.engine}.example.com`
      const { call } = await signIn(instance, await instance.account())
      const { id, record } = (await call('POST /domains', { body: { domain } })).body.data
      const records = async () => (await call(`GET /domains/${id}/records`)).body.data
      return { domain, call, id, record, records }
    }

    test('are none at first', async () => {
      const { records } = await claimant('none')
      expect(await records()).toStrictEqual({
        proof: { found: [], right: false },
        address: { expected: 'short.example.net', found: [], leads_here: false },
      })
    })

    test('are told as they stand, right or wrong, and looking verifies nothing', async () => {
      const { call, domain, record, records } = await claimant('wrong')
      nameServer.publish(record.name, 'something else')
      nameServer.publishAddresses(domain, '198.51.100.1')
      expect(await records()).toStrictEqual({
        proof: { found: ['something else'], right: false },
        address: { expected: 'short.example.net', found: ['198.51.100.1'], leads_here: false },
      })
      nameServer.publish(record.name, 'something else', record.value)
      expect((await records()).proof.right).toBe(true)
      expect((await call('GET /domains')).body.data[0].verified).toBe(false)
    })

    test('lead here as another name of this host, or by one of its addresses', async () => {
      const byName = await claimant('alias')
      nameServer.publishAlias(byName.domain, 'short.example.net')
      expect((await byName.records()).address).toMatchObject({
        found: ['short.example.net'],
        leads_here: true,
      })
      const byAddress = await claimant('address')
      nameServer.publishAddresses(byAddress.domain, '2001:db8::7')
      expect((await byAddress.records()).address).toMatchObject({ found: ['2001:db8::7'], leads_here: true })
    })

    test('are told to the owner alone, and a crowd of long texts is cut', async () => {
      const { call, id, record, records } = await claimant('crowd')
      nameServer.publish(record.name, ...Array.from({ length: 14 }, (_, of) => `${of} ${'x'.repeat(28)}`))
      const { found } = (await records()).proof
      expect(found).toHaveLength(10)
      const stranger = await signIn(instance, await instance.account())
      expect((await stranger.call(`GET /domains/${id}/records`)).status).toBe(404)
      expect((await call('GET /domains/dom_nothing/records')).status).toBe(404)
      expect((await instance.ask(`GET /api/domains/${id}/records`)).status).toBe(401)
    })

    test('are not told where the name servers fail to answer', async () => {
      const { call, id } = await claimant('failing')
      nameServer.mood = 'failing'
      const answer = await call(`GET /domains/${id}/records`)
      nameServer.mood = 'answering'
      expect([answer.status, answer.body.error.code]).toStrictEqual([503, 'unavailable'])
    })
  },
  { DNS_SERVERS: nameServer.address, SHORT_URL: 'http://short.example.net' },
)
