// The data of a blocked account: images, QR code pictures, and applications that others trusted. None of it works.
import { beforeAll, expect, test } from 'bun:test'
import {
  authorizationQuery,
  newApp,
  person,
  refresh,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import { password, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { uploader } from '../../../../../../test/pictures/images.ts'

onEachEngine('data of a blocked account', (instance) => {
  let root: SignedIn
  beforeAll(async () => {
    const email = 'root@example.com'
    await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
    root = await signIn(instance, { email })
  })
  const block = ({ userId }: Account) =>
    root.call(`POST /administration/people/${userId}/block`, { body: { reason: 'Fraud.' } })
  const unblock = ({ userId }: Account) => root.call(`POST /administration/people/${userId}/unblock`)
  const statusAt = async (path: string) => (await instance.ask(`GET ${path}`)).status

  test('images and QR code pictures are refused until the account is unblocked', async () => {
    const { account, upload } = await uploader(instance)
    const { path } = await upload(png(40, 40))
    const { short } = await account.link()
    const paths = [path, `/${short}.svg`, `/${short}.png`]
    const statuses = () => Promise.all(paths.map(statusAt))
    expect(await statuses()).toEqual([200, 200, 200])
    await block(account)
    expect(await statuses()).toEqual([404, 404, 404])
    await unblock(account)
    expect(await statuses()).toEqual([200, 200, 200])
  })

  test("applications can't access data of those who trusted them, or ask others for consent", async () => {
    const owner = await instance.account()
    const app = await newApp(instance, owner)
    const victim = await person(instance, await instance.account())
    const tokens = await tokensFor(instance, victim, app)
    const links = () =>
      instance.ask('GET /v2/links', { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect((await links()).status).toBe(200)
    await block(owner)
    expect(outcome(await links())).toEqual([401, 'unauthenticated'])
    const renewed = await refresh(instance, app, tokens.refresh_token)
    expect([renewed.status, renewed.body.error]).toEqual([400, 'invalid_client'])
    const authorization = await victim.authorize(authorizationQuery(app))
    expect([authorization.status, authorization.headers.get('location')]).toEqual([400, null])
    // Those who trusted it still see it, and can revoke its access.
    expect((await victim.call('GET /user/oauth/apps')).body.data).toHaveLength(1)

    await unblock(owner)
    expect((await links()).status).toBe(200)
    expect((await refresh(instance, app, tokens.refresh_token)).status).toBe(200)
  })
})
