// Request limits of access tokens: one for each, and one that all tokens of an application share.
import { expect, test } from 'bun:test'
import { newApp, person, tokensFor } from '../../../../test/accounts/oauth.ts'
import { type Answer, onEachEngine } from '../../../../test/instance.ts'

onEachEngine('requests with access tokens', (instance) => {
  const use = (token: string) =>
    instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })

  test('38 a minute per token, each token by itself', async () => {
    const account = await instance.account({ plan: 'unlimited' })
    const someone = await person(instance, account)
    const app = await newApp(instance, account)
    const [one, two] = [await tokensFor(instance, someone, app), await tokensFor(instance, someone, app)]
    for (const { access_token } of [one, two]) {
      const answers: Answer[] = []
      for (let count = 0; count < 39; count++) answers.push(await use(access_token))
      expect(answers.map(({ status }) => status)).toStrictEqual([...Array(38).fill(200), 429])
      expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('38')
      expect(answers[38]?.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    expect(
      (await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${account.key}` } })).status,
    ).toBe(200)
  })
})

onEachEngine(
  'requests of one application',
  (instance) => {
    test('share a limit across its tokens and accounts, which affects no other application', async () => {
      const [ana, ben] = [await instance.account(), await instance.account()]
      const app = await newApp(instance, ana)
      const other = await newApp(instance, ana)
      const [anas, bens] = [await person(instance, ana), await person(instance, ben)]
      const tokens = [
        await tokensFor(instance, anas, app),
        await tokensFor(instance, anas, app),
        await tokensFor(instance, bens, app),
      ]
      const use = (token: string) =>
        instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })
      const answers: Answer[] = []
      for (let count = 0; count < 22; count++)
        answers.push(await use(tokens[count % tokens.length]?.access_token ?? ''))
      expect(answers.map(({ status }) => status)).toStrictEqual([...Array(20).fill(200), 429, 429])
      const [first, last] = [answers[0], answers[21]]
      expect(first?.headers.get('ratelimit-policy')).toBe('"default";q=1000000;w=60, "app";q=20;w=60')
      expect(first?.headers.get('ratelimit')).toMatch(/^"default";r=999999;t=\d+, "app";r=19;t=\d+$/)
      expect(first?.headers.get('x-ratelimit-remaining')).toBe('19')
      expect(last?.body.error).toMatchObject({ code: 'rate_limited' })
      const wait = Number(last?.headers.get('retry-after'))
      expect((await use((await tokensFor(instance, anas, other)).access_token)).status).toBe(200)
      await instance.clock.advance(wait * 1000)
      expect((await use(tokens[0]?.access_token ?? '')).status).toBe(200)
    })
  },
  { OAUTH_APP_REQUESTS_PER_MINUTE: '20' },
)
