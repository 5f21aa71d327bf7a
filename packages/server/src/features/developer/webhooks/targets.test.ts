// Where webhooks can't be sent: this machine and private networks, in any spelling.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { engines } from '../../../../../../test/databases.ts'
import { type Account, type Instance, startInstance } from '../../../../../../test/instance.ts'
import { type NameServer, startNameServer } from '../../../../../../test/servers/name-server.ts'

const events = ['microsite.published']
const subscribe = 'POST /integrations/automation/webhook/subscribe'
const setting = 'ALLOW_PRIVATE_TARGETS'

describe.each(engines)('webhooks to private addresses, on %s', (engine) => {
  let names: NameServer
  let instance: Instance
  let account: Account
  let call: DashboardCall

  beforeAll(async () => {
    names = await startNameServer()
    names.publishAddresses('inside.example', '10.1.2.3')
    names.publishAddresses('half-inside.example', '1.1.1.1', '::1')
    names.publishAddresses('outside.example', '1.1.1.1')
    instance = await startInstance(engine, { DNS_SERVERS: names.address })
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })
  afterAll(async () => {
    names.stop()
    await instance.stop()
    await instance.database.remove()
  })

  const refused = [
    'http://127.0.0.1/',
    'http://localhost:3000/',
    'https://hooks.localhost/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://１２７.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.1/',
    'http://inside.example/',
    'http://half-inside.example/',
  ]

  test('are refused with a message that names the setting, on every path', async () => {
    const made = await call('POST /webhooks', { body: { url: 'https://outside.example/', events } })
    expect(made.status).toBe(200)
    for (const url of refused) {
      const answers = [
        await call('POST /webhooks', { body: { url, events } }),
        await call(`PUT /webhooks/${made.body.data.id}`, { body: { url } }),
        await account.call(subscribe, { body: { url } }),
        await account.call(subscribe, { body: { hookUrl: url } }),
      ]
      for (const { status, body } of answers) {
        const [detail] = body.error?.details ?? []
        expect([url, status, detail?.path]).toStrictEqual([url, 422, 'url'])
        expect(detail.message).toContain(setting)
        // The address behind a name is not revealed.
        expect(detail.message).not.toContain('10.1.2.3')
      }
      const words = ['--email', account.email, '--url', url, '--events', 'all']
      await expect(instance.command('webhook', 'create', ...words)).rejects.toThrow(setting)
    }
    const { data } = (await call('GET /webhooks')).body
    expect(data.map(({ url }: { url: string }) => url)).toStrictEqual(['https://outside.example/'])
  })

  test("a name that can't be resolved is not refused", async () => {
    for (const mood of ['answering', 'failing'] as const) {
      names.mood = mood
      const { status } = await call('POST /webhooks', { body: { url: `https://${mood}.example/`, events } })
      expect([mood, status]).toStrictEqual([mood, 200])
    }
    names.mood = 'answering'
  })

  test('a subscription to such a URL can still be ended, and a webhook with one edited', async () => {
    const ended = await account.call('POST /integrations/automation/webhook/unsubscribe', {
      body: { url: 'http://127.0.0.1/' },
    })
    expect(ended.status).toBe(200)
    names.publishAddresses('moved.example', '1.1.1.1')
    const { body } = await call('POST /webhooks', { body: { url: 'https://moved.example/', events } })
    names.publishAddresses('moved.example', '127.0.0.1')
    const edited = await call(`PUT /webhooks/${body.data.id}`, {
      body: { url: 'https://moved.example/', description: 'Moved inside' },
    })
    expect([edited.status, edited.body.data.description]).toStrictEqual([200, 'Moved inside'])
  })
})
