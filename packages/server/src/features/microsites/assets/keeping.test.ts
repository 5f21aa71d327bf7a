// How images are stored: listed, counted towards an account's limits, and removed with their files when they are deleted.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Asset } from '@linnet/contract'
import { engines } from '../../../../../../test/databases.ts'
import { type Instance, onEachEngine, startInstance } from '../../../../../../test/instance.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { uploader } from '../../../../../../test/pictures/images.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const folderOf = (instance: Instance) => join(instance.database.env.DATA_DIR, 'assets')
const filesOf = (instance: Instance) =>
  readdirSync(folderOf(instance), { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folderOf(instance), name)).isFile(),
  )
const nameOf = ({ path }: Asset) => path.slice('/assets/'.length).replace('.webp', '')
const minutes = (count: number) => count * 60_000
const sweep = async (instance: Instance, wait: number) => {
  await instance.clock.advance(wait)
  await instance.clock.advance(minutes(1))
}

onEachEngine('images of an account', (instance) => {
  test('are listed newest first, a page at a time', async () => {
    const person = await uploader(instance)
    const all: Asset[] = []
    for (let index = 0; index < 5; index++) all.unshift(await person.upload(png(4, 4), `?title=${index}`))
    const first = await person.call('GET /assets?limit=2')
    expect(first.body).toStrictEqual({ data: all.slice(0, 2), next_cursor: expect.any(String) })
    const second = await person.call(`GET /assets?limit=2&after=${first.body.next_cursor}`)
    const third = await person.call(`GET /assets?limit=2&after=${second.body.next_cursor}`)
    expect(second.body.data).toStrictEqual(all.slice(2, 4))
    expect(third.body).toStrictEqual({ data: all.slice(4), next_cursor: null })
    // The image of a cursor may have been deleted by then.
    await person.call(`DELETE /assets/${all[1]?.id}`)
    expect((await person.call(`GET /assets?limit=2&after=${first.body.next_cursor}`)).body).toStrictEqual(
      second.body,
    )
    expect((await person.call('GET /assets?after=nonsense')).status).toBe(200)
    expect((await person.call('GET /assets?limit=101')).status).toBe(400)
  })

  test("can't be seen or deleted by other accounts", async () => {
    const [owner, other] = [await uploader(instance), await uploader(instance)]
    const asset = await owner.upload(png(4, 4))
    expect((await other.call('GET /assets')).body.data).toEqual([])
    const answer = await other.call(`DELETE /assets/${asset.id}`)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
    expect((await instance.ask(`GET ${asset.path}`)).status).toBe(200)
    for (const id of ['nothing', '%00', "'--", 'a'.repeat(100)])
      expect((await owner.call(`DELETE /assets/${id}`)).status).toBeOneOf([400, 404])
  })

  test('uploading a file twice makes two images, one of which can be deleted', async () => {
    const person = await uploader(instance)
    const [one, other] = [await person.upload(png(4, 4)), await person.upload(png(4, 4))]
    expect(one.path).not.toBe(other.path)
    await person.call(`DELETE /assets/${one.id}`)
    expect((await instance.ask(`GET ${other.path}`)).status).toBe(200)
  })

  test('their files are removed ten minutes after their deletion, and no others', async () => {
    const person = await uploader(instance)
    const [gone, kept] = [await person.upload(png(400, 4)), await person.upload(png(400, 4))]
    const left = (asset: Asset) => filesOf(instance).filter((file) => file.includes(nameOf(asset))).length
    await person.call(`DELETE /assets/${gone.id}`)
    await sweep(instance, minutes(1))
    expect([left(gone), left(kept)]).toEqual([2, 2])
    await sweep(instance, minutes(10))
    expect([left(gone), left(kept)]).toEqual([0, 2])
    expect(await ask(instance.database, 'select id from assets where public_id = ?', [gone.id])).toEqual([])
  })

  test('the rest of an upload that was killed halfway is removed, and was never served', async () => {
    const person = await uploader(instance)
    const asset = await person.upload(png(400, 4))
    // The state while the files are being written: the row is marked, one file exists, another one half.
    await ask(
      instance.database,
      'update assets set deleted_at = created_at where public_id = ? returning id',
      [asset.id],
    )
    const file = join(folderOf(instance), nameOf(asset).slice(0, 2), `${nameOf(asset)}.webp`)
    await Bun.write(`${file}.part`, readFileSync(file).subarray(0, 20))
    rmSync(file)
    expect((await person.call('GET /assets')).body.data).toEqual([])
    expect((await instance.ask(`GET ${asset.path.replace('.webp', '-320.webp')}`)).status).toBe(404)
    await sweep(instance, minutes(10))
    expect(filesOf(instance).filter((name) => name.includes(nameOf(asset)))).toEqual([])
  })

  test('are at most 1,000, even for concurrent uploads', async () => {
    const person = await uploader(instance)
    const asset = await person.upload(png(4, 4))
    await copies(instance, asset, 998, 100)
    const answers = await Promise.all([0, 1].map(() => person.send(png(4, 4))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'plan_limit'])
    expect(refused.body.error.message).toBe('An account can have at most 1000 images. Delete some first.')
    await person.call(`DELETE /assets/${asset.id}`)
    expect((await person.send(png(4, 4))).status).toBe(200)
  })

  test('take at most 1 GiB, and an upload beyond that leaves nothing behind', async () => {
    const person = await uploader(instance)
    const asset = await person.upload(png(4, 4))
    await copies(instance, asset, 1, 1024 * 1024 * 1024 - asset.bytes - 10)
    const before = filesOf(instance).length
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'plan_limit'])
    expect(refused.body.error.message).toContain('1 GiB')
    expect(filesOf(instance).length).toBe(before)
    expect((await person.call('GET /assets')).body.data.length).toBe(2)
  })

  test("count until their files are removed, so uploading and deleting can't fill the disk", async () => {
    const person = await uploader(instance)
    const asset = await person.upload(png(4, 4))
    await copies(instance, asset, 1, 1024 * 1024 * 1024 - asset.bytes)
    await person.call(`DELETE /assets/${asset.id}`)
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'plan_limit'])
    await sweep(instance, minutes(11))
    expect((await person.send(png(4, 4))).status).toBe(200)
  })
})

describe.each(engines)('on %s', (engine) => {
  test('a deleted account leaves no file', async () => {
    const instance = await startInstance(engine)
    try {
      const [leaver, other] = [await uploader(instance), await uploader(instance)]
      for (let index = 0; index < 3; index++) await leaver.upload(png(400, 4))
      const kept = await other.upload(png(400, 4))
      await leaver.call('POST /user/delete', { body: { password: 'a fine password' } })
      await instance.clock.advance(61_000)
      await instance.clock.advance(10_000)
      expect(filesOf(instance).every((file) => file.includes(nameOf(kept)))).toBe(true)
      expect(filesOf(instance).length).toBe(2)
      expect((await ask(instance.database, 'select id from assets')).length).toBe(1)
    } finally {
      await instance.stop()
      await instance.database.remove()
    }
  })
})

/** More images of the same account, as rows only. */
async function copies({ database }: Instance, { id }: Asset, count: number, bytes: number): Promise<void> {
  await ask(
    database,
    `with recursive copies (number) as (select 1 union all select number + 1 from copies where number < ${count})
     insert into assets (public_id, user_id, name, title, format, width, height, variants, bytes, created_at)
     select public_id || '-' || number, user_id, name || '-' || number, title, format, width, height, variants,
       ${bytes}, created_at
     from assets, copies where public_id = ? returning id`,
    [id],
  )
}
