// Slow bodies: a credential may be revoked between the start and the end of a request.
import { beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../test/instance.ts'
import { openRaw, statuses } from '../../../../test/servers/raw-http.ts'

onEachEngine('a request with a slow body', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  /** The response to a body during which something happens. */
  async function answerTo(path: string, credential: string, body: string, meanwhile: () => Promise<unknown>) {
    const connection = await openRaw(Number(new URL(instance.url).port))
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}\r\nContent-Type: application/json\r\n`
    await connection.send(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`)
    // The server continues reading while it answers these.
    for (let count = 0; count < 3; count++) expect((await account.call('GET /quota')).status).toBe(200)
    await meanwhile()
    await instance.clock.advance(1500)
    await connection.send(body.slice(20))
    const answer = await connection.answers(1)
    connection.end()
    return answer
  }

  const creating = '{"long_url":"https://example.com/"}'
  const newKey = async () => {
    const words = ['--email', account.email, '--name', 'short-lived', '--scopes', 'links:write']
    const { id, key } = await instance.command('key', 'create', ...words)
    return { id: `${id}`, credential: `Authorization: Bearer ${key}` }
  }
  const total = async () => (await account.call('GET /links?status=all')).body.total

  test('succeeds if nothing happened meanwhile', async () => {
    const { credential } = await newKey()
    const answer = await answerTo('/v2/links', credential, creating, async () => {})
    expect(statuses(answer)).toEqual([200])
    expect(await total()).toBe(1)
  })

  test('is 401 if its key was revoked meanwhile, and changes nothing', async () => {
    const { id, credential } = await newKey()
    const before = await total()
    const answer = await answerTo('/v2/links', credential, creating, () =>
      instance.command('key', 'revoke', '--id', id),
    )
    expect(statuses(answer)).toEqual([401])
    expect(answer).toContain('WWW-Authenticate: Bearer error="invalid_token"')
    expect(await total()).toBe(before)
  })

  test('is 401 if its session ended meanwhile, and changes nothing', async () => {
    const { call, cookie } = await signIn(instance, account)
    const keys = async () => (await (await signIn(instance, account)).call('GET /keys')).body.data.length
    const before = await keys()
    const body = '{"name":"late","scopes":["links:write"]}'
    const origin = `Cookie: ${cookie}\r\nOrigin: ${instance.url}`
    const answer = await answerTo('/api/keys', origin, body, () => call('DELETE /session'))
    expect(statuses(answer)).toEqual([401])
    expect(await keys()).toBe(before)
  })
})
