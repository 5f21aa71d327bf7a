// Attacks on bringing versions back: what may no longer be there, races, and faults in between.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { uploader } from '../../../../../../test/pictures/images.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-versions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const list = join(folder, 'hosts.txt')
let written = 0
function writeList(...hosts: string[]): void {
  const filler = Array.from({ length: 20 }, (_, at) => `filler-${at}.example`)
  writeFileSync(list, [...hosts, ...filler].join('\n'))
  const modified = new Date(Date.now() - 3_600_000 + ++written * 1000)
  utimesSync(list, modified, modified)
}
writeList()

onEachEngine(
  'bringing versions back',
  (instance) => {
    const nextSession = () => instance.clock.advance(601_000)
    // biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape.
    const versionsOf = async (account: Account, slug: string): Promise<any[]> =>
      (await account.call(`GET /microsites/${slug}/versions?limit=50`)).body.data
    const restore = (account: Account, slug: string, to: string) =>
      account.call(`POST /microsites/${slug}/restore`, { body: { to } })
    const stateOf = async (account: Account, slug: string) => [
      (await account.call(`GET /microsites/${slug}`)).body.data,
      await componentsOf(account, slug).all(),
      await versionsOf(account, slug),
    ]

    test('is refused if a destination has since been put on a block list, and changes nothing', async () => {
      const account = await instance.account()
      const { slug } = await microsite(account)
      const { add, update } = componentsOf(account, slug)
      await add('TEXT', { content: 'one' })
      const { id } = await add('TEXT', { content: 'See https://soon.example/ now' })
      await nextSession()
      await update(id, 'TEXT', { content: 'clean' })
      const [, before] = await versionsOf(account, slug)
      const state = await stateOf(account, slug)
      writeList('soon.example')
      await instance.clock.advance(10_000)
      expect(outcome(await restore(account, slug, before.id))).toStrictEqual([
        422,
        'validation_failed',
        'components.1.data.content',
      ])
      expect(await stateOf(account, slug)).toStrictEqual(state)
      writeList()
      await instance.clock.advance(10_000)
      expect((await restore(account, slug, before.id)).status).toBe(200)
    })

    test('is refused if the plan no longer includes a kind of component that was deleted since', async () => {
      const account = await instance.account({ plan: 'roomy' })
      const { slug } = await microsite(account)
      const { add, remove, update, ids } = componentsOf(account, slug)
      const slides = await add('IMAGE_SLIDE')
      const text = await add('TEXT', { content: 'one' })
      await nextSession()
      await update(text.id, 'TEXT', { content: 'two' })
      await nextSession()
      await remove(slides.id)
      const [, second, first] = await versionsOf(account, slug)
      await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'free')
      const state = await stateOf(account, slug)
      expect(outcome(await restore(account, slug, first.id))).toStrictEqual([403, 'plan_limit'])
      expect(await stateOf(account, slug)).toStrictEqual(state)
      await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'roomy')
      expect((await restore(account, slug, second.id)).status).toBe(200)
      // One that is still there stays, whatever the plan.
      await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'free')
      expect((await restore(account, slug, first.id)).status).toBe(200)
      expect(await ids()).toStrictEqual([slides.id, text.id])
    })

    test('does not unblock a blocked microsite, whose owner still sees its versions', async () => {
      const account = await instance.account()
      const { slug, id } = await microsite(account)
      await nextSession()
      await account.call(`PUT /microsites/${slug}`, { body: { title: 'Two' } })
      const email = `root-${instance.engine}@example.com`
      await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
      const root = await signIn(instance, { email })
      await root.call(`POST /administration/microsites/${id}/block`, { body: { reason: 'Spam.' } })
      const [, first] = await versionsOf(account, slug)
      const { body } = await restore(account, slug, first.id)
      expect(body.data).toMatchObject({ title: 'Ana', blocked_reason: 'Spam.' })
      expect((await instance.visit(`/${slug}`)).status).toBe(410)
    })

    test('at the same time as edits, each is carried out completely or not at all', async () => {
      const account = await instance.account()
      const { slug } = await microsite(account)
      const { add, create, update, remove, order, all } = componentsOf(account, slug)
      const ids: string[] = []
      for (let index = 0; index < 8; index++) ids.push((await add('TEXT', { content: 'old' })).id)
      const profile = await add('PROFILE', { title: 'old' })
      await nextSession()
      for (const id of ids) await update(id, 'TEXT', { content: 'new' })
      await remove(profile.id)
      await add('PROFILE', { title: 'new' })
      const [, first] = await versionsOf(account, slug)
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all([
          restore(account, slug, first.id),
          update(ids[0] as string, 'TEXT', { content: `edit ${round}` }),
          create('TEXT', { content: `added ${round}` }),
          restore(account, slug, first.id),
          order(ids),
          remove(ids[7] as string),
          create('PROFILE', { title: 'another' }),
        ])
        for (const { status } of answers) expect([200, 404, 422]).toContain(status)
        const now = await all()
        expect(now.filter(({ kind }: { kind: string }) => kind === 'PROFILE')).toHaveLength(1)
        const olds = now.filter(({ data }: { data: { content?: string } }) => data.content === 'old')
        // A restore brings all of them; what came after it has changed or deleted at most two.
        expect(olds.length).toBeGreaterThanOrEqual(6)
        expect((await versionsOf(account, slug)).filter(({ current }) => current)).toHaveLength(1)
      }
      expect((await restore(account, slug, first.id)).status).toBe(200)
      const contents = (await all()).map(({ data }: { data: object }) => data)
      expect(contents).toMatchObject([...ids.map(() => ({ content: 'old' })), { title: 'old' }])
    })

    test('a fault in between leaves everything as it was', async () => {
      const account = await instance.account()
      const { slug } = await microsite(account)
      const { add, update } = componentsOf(account, slug)
      const ids: string[] = []
      for (const content of ['a', 'b', 'c']) ids.push((await add('TEXT', { content })).id)
      await nextSession()
      for (const id of ids) await update(id, 'TEXT', { content: 'changed' })
      await account.call(`PUT /microsites/${slug}`, { body: { title: 'Changed' } })
      const [, first] = await versionsOf(account, slug)
      const state = await stateOf(account, slug)
      const isSqlite = instance.engine === 'sqlite'
      await runStatement(
        instance.database,
        isSqlite
          ? `create trigger fault before update on components when new.position = 3 and new.deleted_at is null
             begin select raise(abort, 'a fault'); end`
          : `create function fault() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
             create trigger fault before update on components for each row
             when (new.position = 3 and new.deleted_at is null) execute function fault()`,
      )
      expect((await restore(account, slug, first.id)).status).toBe(500)
      instance.errors.length = 0
      expect(await stateOf(account, slug)).toStrictEqual(state)
      expect((await instance.visit(`/${slug}`)).text).toContain('changed')
      await runStatement(instance.database, `drop trigger fault${isSqlite ? '' : ' on components'}`)
      expect((await restore(account, slug, first.id)).status).toBe(200)
    })

    test('taps go on being counted for components that were deleted meanwhile', async () => {
      const account = await instance.account()
      const { slug } = await microsite(account)
      const { add, remove, ids } = componentsOf(account, slug)
      const { id } = await add('LINK', { value: 'Shop', href: 'https://example.com/shop' })
      const tapsOf = async () => {
        const { call } = await signIn(instance, account)
        const { data } = (await call(`GET /microsites/${slug}/statistics`)).body
        return data.components.map(({ taps }: { taps: number }) => taps)
      }
      await instance.visit(`/${slug}/${id}`)
      expect(await tapsOf()).toStrictEqual([1])
      await nextSession()
      await remove(id)
      await instance.clock.advance(3_000_000)
      const [, first] = await versionsOf(account, slug)
      await restore(account, slug, first.id)
      await instance.visit(`/${slug}/${id}`)
      expect([await ids(), await tapsOf()]).toStrictEqual([[id], [2]])
      // After an hour they are gone for good: the component comes back as a new one.
      await nextSession()
      await remove(id)
      await instance.clock.advance(3_661_000)
      await instance.clock.advance(60_000)
      const [, second] = await versionsOf(account, slug)
      expect((await restore(account, slug, second.id)).status).toBe(200)
      const [back] = await ids()
      expect(back).toMatch(/^cmp_/)
      expect(back).not.toBe(id)
      expect(await tapsOf()).toStrictEqual([0])
    })

    test('an image that was deleted since is named, and is missing on the page', async () => {
      const { account, upload, call } = await uploader(instance)
      const { slug } = await microsite(account)
      const image = await upload(png(64, 64))
      const { add, update } = componentsOf(account, slug)
      const { id } = await add('PROFILE', { title: 'Ana', image: image.path })
      await nextSession()
      await update(id, 'PROFILE', { title: 'Ana' })
      const [, first] = await versionsOf(account, slug)
      const missing = async () =>
        (await account.call(`GET /microsites/${slug}/versions/${first.id}`)).body.data.missing_images
      expect(await missing()).toStrictEqual([])
      await call(`DELETE /assets/${image.id}`)
      expect(await missing()).toStrictEqual([image.path])
      expect((await restore(account, slug, first.id)).status).toBe(200)
      expect((await instance.visit(`/${slug}`)).status).toBe(200)
    })

    test('deleting the microsite or its account erases its versions', async () => {
      const account = await instance.account()
      const { slug } = await microsite(account, { title: 'mark-of-versions' })
      await nextSession()
      await account.call(`PUT /microsites/${slug}`, { body: { title: 'Two' } })
      const { id } = (await account.call(`GET /microsites/${slug}/versions`)).body.data[0]
      expect(await everyRow(instance.database)).toContain(id)
      await account.call(`DELETE /microsites/${slug}`)
      await instance.clock.advance(3_661_000)
      await instance.clock.advance(60_000)
      expect(await everyRow(instance.database)).not.toContain(id)
    })
  },
  { BLOCKED_HOSTS_FILES: list, SIGNUPS: 'open' },
)
