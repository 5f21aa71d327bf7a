// Administrators, changed on the command line; a server is never left without one.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('linnet user set-admin', (instance) => {
  // The only administrator that the previous test left behind.
  let last: Account | null = null
  const setAdmin = ({ email }: { email: string }, ...more: string[]) =>
    instance.command('user', 'set-admin', '--email', email, ...more)

  async function canInvite(account: Account): Promise<boolean> {
    const { call } = await signIn(instance, account)
    const { status } = await call('POST /invitations', { body: { email: `by-${account.email}` } })
    expect([200, 403]).toContain(status)
    return status === 200
  }
  const linesOf = async (account: Account) => {
    const { call } = await signIn(instance, account)
    const { data } = (await call('GET /audit')).body
    return data
      .filter(({ action }: { action: string }) => action === 'profile_changed')
      .map(({ detail, address }: { detail: object; address: string }) => ({ detail, address }))
  }

  test('grants and removes administrator rights at once, and logs each change once', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    expect(await canInvite(account)).toBe(false)
    expect(await setAdmin(account)).toMatchObject({ id: account.userId, administrator: true })
    await setAdmin(account)
    expect(await canInvite(account)).toBe(true)
    await setAdmin(other)
    expect(await setAdmin(account, '--off')).toMatchObject({ administrator: false })
    expect(await canInvite(account)).toBe(false)
    expect(await linesOf(account)).toStrictEqual([
      { detail: { administrator: 'no' }, address: '' },
      { detail: { administrator: 'yes' }, address: '' },
    ])
    await setAdmin(account)
    await setAdmin(other, '--off')
    await expect(setAdmin(account, '--off')).rejects.toThrow('the only administrator')
    expect(await canInvite(account)).toBe(true)
    last = account
  })

  test('if the last two administrators are removed at the same time, one stays', async () => {
    const two = [await instance.account(), await instance.account()]
    for (const one of two) await setAdmin(one)
    if (last) await setAdmin(last, '--off')
    const ends = await Promise.allSettled(two.map((one) => setAdmin(one, '--off')))
    expect(ends.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected'])
    const administer = await Promise.all(two.map(canInvite))
    expect(administer.toSorted()).toStrictEqual([false, true])
  })

  test('an e-mail address without an account is refused', async () => {
    await expect(setAdmin({ email: 'nobody@example.com' })).rejects.toThrow('there is no account')
  })
})
