// Many concurrent passwords: right ones never count as tries, and nobody delays others with links of their own.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('many passwords at once from one address', (instance) => {
  const send = (short: string, password: string) =>
    instance.ask(`POST /${short}`, { body: new URLSearchParams({ password }) })

  test('are all accepted if they are right, like those of a class behind one router', async () => {
    const account = await instance.account()
    const { short } = await account.link({ password: 'sesame' })
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(short, 'sesame')))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(303))
    expect((await account.call(`GET /links/${short}`)).body.data.clicks).toBe(40)
  })

  test('have 60 wrong tries a minute across all links', async () => {
    const account = await instance.account()
    const links = await Promise.all(Array.from({ length: 8 }, () => account.link({ password: 'sesame' })))
    const answers = await Promise.all(
      links.flatMap(({ short }) => Array.from({ length: 10 }, () => send(short, 'wrong'))),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(60)
    expect(answers.filter(({ status }) => status === 429).length).toBe(20)
    // A refused try doesn't count: visitors who kept trying are let in as soon as those who waited.
    await instance.clock.advance(30_000)
    const { short } = await account.link({ password: 'sesame' })
    for (let time = 0; time < 12; time++) expect((await send(short, 'wrong')).status).toBe(429)
    await instance.clock.advance(31_000)
    expect((await send(short, 'wrong')).status).toBe(401)
    expect((await send(short, 'sesame')).status).toBe(303)
  })
})
