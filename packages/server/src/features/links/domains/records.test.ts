// The current DNS records of a domain, as its owner sees them: the verification record, and where the domain points.
import { afterAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { startNameServer } from '../../../../../../test/servers/name-server.ts'

const nameServer = await startNameServer()
nameServer.publishAddresses('short.example.net', '93.184.215.7', '2606:2800:21f::7')
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

    test('are shown as they are, right or wrong, and showing them verifies nothing', async () => {
      const { call, domain, record, records } = await claimant('wrong')
      nameServer.publish(record.name, 'linnet-verification=old')
      nameServer.publishAddresses(domain, '93.184.215.14')
      expect(await records()).toStrictEqual({
        proof: { found: ['linnet-verification=old'], right: false },
        address: { expected: 'short.example.net', found: ['93.184.215.14'], leads_here: false },
      })
      nameServer.publish(record.name, 'linnet-verification=old', record.value)
      expect((await records()).proof.right).toBe(true)
      expect((await call('GET /domains')).body.data[0].verified).toBe(false)
    })

    test('point here as an alias of this host, or by one of its addresses', async () => {
      const byName = await claimant('alias')
      nameServer.publishAlias(byName.domain, 'short.example.net')
      expect((await byName.records()).address).toMatchObject({
        found: ['short.example.net'],
        leads_here: true,
      })
      const byAddress = await claimant('address')
      nameServer.publishAddresses(byAddress.domain, '2606:2800:21f::7')
      expect((await byAddress.records()).address).toMatchObject({
        found: ['2606:2800:21f::7'],
        leads_here: true,
      })
    })

    test('show no address of a private network, this machine or a cloud’s metadata service', async () => {
      const hidden = [
        ...['10.1.2.3', '172.16.0.9', '192.168.1.1', '127.0.0.1', '0.0.0.0', '169.254.169.254', '100.64.0.1'],
        ...['168.63.129.16', '224.0.0.1', '::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
        ...['fd00:ec2::254', '2002:a00:1::1', '2001:db8::1'],
      ]
      // Each has its own name, because the resolver caches missing addresses.
      for (const [number, address] of hidden.entries()) {
        const { domain, records } = await claimant(`private${number}`)
        nameServer.publishAddresses(
          domain,
          address,
          address.includes(':') ? '2606:2800:21f::9' : '93.184.215.9',
        )
        expect([address, (await records()).address.found]).toStrictEqual([
          address,
          [address.includes(':') ? '2606:2800:21f::9' : '93.184.215.9'],
        ])
      }
    })

    test('show no alias into a private network, even for a verified domain', async () => {
      const { call, id, domain, record, records } = await claimant('inner')
      nameServer.publishAlias(domain, 'db.corp.example.org')
      nameServer.publishAddresses('db.corp.example.org', '10.1.2.3')
      const seen = async () => JSON.stringify(await records())
      expect(await seen()).not.toContain('corp')
      nameServer.publishAddresses('db.corp.example.org', '93.184.215.14', '10.1.2.3')
      expect(await seen()).not.toContain('corp')
      nameServer.publish('db.corp.example.org')
      expect(await seen()).not.toContain('corp')
      nameServer.publish(record.name, record.value)
      expect((await call(`POST /domains/${id}/verify`)).status).toBe(200)
      nameServer.publishAddresses('db.corp.example.org', '10.1.2.3')
      expect(await seen()).not.toMatch(/corp|10\.1/)
      nameServer.publishAddresses('db.corp.example.org', '93.184.215.14')
      expect((await records()).address.found).toStrictEqual(['db.corp.example.org'])
    })

    test('show no TXT record of another zone that the verification name is an alias of', async () => {
      const { record, records } = await claimant('texts')
      nameServer.publishAlias(record.name, 'vault.corp.example.org')
      nameServer.publish('vault.corp.example.org', 'token=secret', 'v=spf1 ip4:10.0.0.0/8')
      expect((await records()).proof).toStrictEqual({ found: [], right: false })
      nameServer.publish('vault.corp.example.org', 'token=secret', record.value)
      expect((await records()).proof).toStrictEqual({ found: [record.value], right: true })
    })

    test('are shown to the owner only, and many long strings are cut', async () => {
      const { call, id, record, records } = await claimant('crowd')
      nameServer.publish(record.name, ...Array.from({ length: 14 }, (_, of) => `linnet-verification=${of}`))
      const { found } = (await records()).proof
      expect(found).toHaveLength(10)
      const stranger = await signIn(instance, await instance.account())
      expect((await stranger.call(`GET /domains/${id}/records`)).status).toBe(404)
      expect((await call('GET /domains/dom_nothing/records')).status).toBe(404)
      expect((await instance.ask(`GET /api/domains/${id}/records`)).status).toBe(401)
    })

    test('are not shown if the name servers fail to answer', async () => {
      const { call, id } = await claimant('failing')
      nameServer.mood = 'failing'
      const answer = await call(`GET /domains/${id}/records`)
      nameServer.mood = 'answering'
      expect([answer.status, answer.body.error.code]).toStrictEqual([503, 'unavailable'])
    })
  },
  { DNS_SERVERS: nameServer.address, SHORT_URL: 'http://short.example.net' },
)
