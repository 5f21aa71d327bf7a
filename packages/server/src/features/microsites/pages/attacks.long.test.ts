// A flood of images that fills the whole rendering queue.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { microsite } from '../../../../../../test/microsites.ts'

onEachEngine('below a slug', (instance) => {
  test("requesting images of one account’s many pages at once doesn't block other accounts", async () => {
    const { call } = await signIn(instance, await instance.account())
    const slugs = Array.from({ length: 100 }, (_, number) => `crowd-${number}`)
    for (const slug of slugs) await call('POST /microsites', { body: { slug, title: slug, kind: 'other' } })
    const other = await instance.account()
    const pages = [await microsite(other), await microsite(other), await microsite(other)]
    const picture = async (slug: string) => (await instance.visit(`/${slug}/preview.png`)).status
    const crowd = slugs.map(picture)
    const refused = crowd.map(async (status) => {
      if ((await status) !== 503) throw new Error('drawn')
    })
    // Once the queue is full.
    await Promise.any(refused).catch(() => undefined)
    expect(await Promise.all(pages.map(({ slug }) => picture(slug)))).toEqual([200, 200, 200])
    await Promise.all(crowd)
  })
})
