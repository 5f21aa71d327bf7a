// Strict-Transport-Security: sent on the hosts of the service if they are reached over HTTPS, and nowhere else.
import { expect, test } from 'bun:test'
import { onOneEngine } from '../../../../test/instance.ts'

const policy = 'max-age=15552000'
const paths = [
  ...['/account/sign-in', '/account', '/dashboard', '/dashboard/files/x', '/consent', '/oauth/authorize'],
  ...['/api/me', '/v2/user', '/v2/docs', '/mcp', '/.well-known/oauth-authorization-server'],
]

onOneEngine(
  'a service that is reached over HTTPS',
  (instance) => {
    const told = async (host: string, path: string) =>
      (await instance.ask(`GET ${path}`, { headers: { host } })).headers.get('strict-transport-security')

    test('sends the header on its own host, on all sign-in pages', async () => {
      for (const path of paths) expect([path, await told('go.example.org', path)]).toEqual([path, policy])
    })

    test('does not send it on custom domains, whose owners decide for themselves', async () => {
      const { email } = await instance.account()
      await instance.command('domain', 'add', '--email', email, '--domain', 'own.example.com', '--verified')
      for (const host of ['own.example.com', 'unknown.example.com', '127.0.0.1'])
        for (const path of ['/', '/x', ...paths])
          expect([host, path, await told(host, path)]).toEqual([host, path, null])
    })
  },
  { PUBLIC_URL: 'https://go.example.org' },
)

onOneEngine('a service that is reached without HTTPS', (instance) => {
  test('does not send the header', async () => {
    for (const path of paths)
      expect((await instance.ask(`GET ${path}`)).headers.get('strict-transport-security')).toBeNull()
  })
})
