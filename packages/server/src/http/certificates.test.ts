// Whether a proxy may request a certificate for a host name.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../test/instance.ts'

const settings = {
  PUBLIC_URL: 'https://go.example.org',
  MCP_URL: 'https://tools.example.org',
}

onEachEngine(
  'the endpoint that a proxy queries before it requests a certificate',
  (instance) => {
    const asked = async (query: string) => (await instance.ask(`GET /healthz/domain${query}`)).status
    const own = async (domain: string, ...more: string[]) => {
      const { email } = await instance.account()
      await instance.command('domain', 'add', '--email', email, '--domain', domain, ...more)
    }

    test('allows verified custom domains and the hosts of the service, and nothing else', async () => {
      await own('proved.example.com', '--verified')
      await own('claimed.example.com')
      for (const domain of ['proved.example.com', 'go.example.org', 'tools.example.org'])
        expect([domain, await asked(`?domain=${domain}`)]).toEqual([domain, 200])
      for (const other of [
        ...['claimed.example.com', 'example.com', 'a.proved.example.com', 'example.org'],
        ...['localhost', '127.0.0.1', ''],
      ])
        expect([other, await asked(`?domain=${other}`)]).toEqual([other, 404])
    })

    test('allows a name only in the form used in certificates, so that one host gets one certificate', async () => {
      await own('exact.example.com', '--verified')
      await own('xn--bcher-kva.example.com', '--verified')
      expect(await asked('?domain=xn--bcher-kva.example.com')).toBe(200)
      for (const other of [
        ...['EXACT.example.com', 'exact.example.com.', 'exact.example.com:443', '%20exact.example.com'],
        ...['b%C3%BCcher.example.com', 'exact.example.com%00', '*.example.com', 'exact.example.com/', '%zz'],
        ...['exact.example.com&domain=go.example.org', `${'a'.repeat(64)}.example.com`, 'x.'.repeat(200)],
      ])
        expect([other, await asked(`?domain=${other}`)]).toEqual([other, 404])
      expect(await asked('')).toBe(404)
      expect((await instance.ask('POST /healthz/domain?domain=exact.example.com')).status).toBe(405)
    })

    test('allows a domain as soon as it is verified, even if it was just denied', async () => {
      expect(await asked('?domain=soon.example.com')).toBe(404)
      await own('soon.example.com', '--verified')
      expect(await asked('?domain=soon.example.com')).toBe(200)
    })

    test('is 404 for requests that come through the proxy', async () => {
      await own('hidden.example.com', '--verified')
      for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
        const answer = await instance.ask('GET /healthz/domain?domain=hidden.example.com', {
          headers: { [header]: '127.0.0.1', accept: 'text/html' },
        })
        expect([header, answer.status]).toEqual([header, 404])
        expect(answer.text).toContain('Link not found')
      }
    })
  },
  settings,
)
