// When an API key was last used, according to the list of keys.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('the last use of an API key', (instance) => {
  async function usesOf(account: Account): Promise<(number | null)[]> {
    const { call } = await signIn(instance, account)
    const { data } = (await call('GET /keys')).body
    return data.map(({ last_used_at }: { last_used_at: number | null }) => last_used_at)
  }

  test('is null until the key is used, then exact to a minute', async () => {
    const account = await instance.account()
    expect(await usesOf(account)).toEqual([null])
    const first = instance.clock.unix()
    await account.call('GET /user')
    const [noted] = await usesOf(account)
    expect(Math.abs((noted as number) - first)).toBeLessThanOrEqual(5)
    await account.call('GET /links')
    expect(await usesOf(account)).toEqual([noted as number])
    await instance.clock.advance(61_000)
    await account.call('GET /links')
    const [later] = await usesOf(account)
    expect((later as number) - (noted as number)).toBeGreaterThanOrEqual(61)
  })

  test('belongs to the key that was used, even without the needed scope, and to no other', async () => {
    const account = await instance.account()
    const other = await account.newKey('qr:read')
    await instance.ask('GET /v2/links', { headers: { authorization: `Bearer ${other}` } })
    const { call } = await signIn(instance, account)
    const { data } = (await call('GET /keys')).body
    const useOf = (key: string) => data.find(({ hint }: { hint: string }) => key.endsWith(hint)).last_used_at
    expect(useOf(other)).toBeNumber()
    expect(useOf(account.key)).toBeNull()
  })

  test('is not set by a wrong key', async () => {
    const account = await instance.account()
    await instance.ask('GET /v2/links', { headers: { authorization: `Bearer ${account.key}x` } })
    expect(await usesOf(account)).toEqual([null])
  })
})
