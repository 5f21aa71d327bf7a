// The bundled program finds the libraries of single sign-on, which are not in the bundle, and logs what it refuses.
import { afterAll, expect, test } from 'bun:test'
import { freshDatabase } from '../../../../test/databases.ts'
import { request } from '../../../../test/instance.ts'
import { endAll, serve } from '../../../../test/machine/program.ts'
import { startLyingProvider } from '../../../../test/servers/lying-provider.ts'

const provider = await startLyingProvider({ OIDC_ALLOW: 'example.org' })
const { env, remove } = await freshDatabase('sqlite')
afterAll(async () => {
  await endAll()
  await provider.stop()
  await remove()
})

test('the program signs somebody in at the provider', async () => {
  const { url, end } = await serve({ ...env, ...provider.env })
  const begun = await request(url, 'GET /account/single-sign-on')
  expect([begun.status, begun.text]).toEqual([303, ''])
  const back = new URL(provider.comeBack(begun.headers.get('location') ?? ''))
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await request(url, `GET ${back.pathname}${back.search}`, { headers: { cookie } })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  await end('SIGTERM')
})

test('the log tells refused logout tokens from failed sign-ins, and neither crowds out the other', async () => {
  const { url, log, end } = await serve({ ...env, ...provider.env })
  for (let time = 0; time < 12; time++) {
    const body = new URLSearchParams({ logout_token: 'a.b.c' })
    expect((await request(url, 'POST /account/single-sign-on/logout', { body })).status).toBe(400)
  }
  const begun = await request(url, 'GET /account/single-sign-on')
  provider.lies = { claims: { nonce: 'another' } }
  const back = new URL(provider.comeBack(begun.headers.get('location') ?? ''))
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await request(url, `GET ${back.pathname}${back.search}`, { headers: { cookie } })
  expect(answer.status).toBe(400)
  await end('SIGTERM')
  const events = (await log).match(/"event":"(logout token refused|single sign-on failed)"/g) ?? []
  expect(events[0]).toContain('logout token refused')
  expect(events.at(-1)).toContain('single sign-on failed')
})
