// Images in a bucket: the same as in a folder, over the S3 protocol, and consistent if the bucket fails.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Instance, startInstance } from '../../../../../../test/instance.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { bytesAt, type Uploader, uploader } from '../../../../../../test/pictures/images.ts'
import { type Bucket, startBucket } from '../../../../../../test/servers/bucket.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

describe('images in a bucket', () => {
  let bucket: Bucket
  let instance: Instance
  let person: Uploader
  beforeAll(async () => {
    bucket = startBucket()
    instance = await startInstance('postgres', { ASSETS_URL: bucket.url() })
    person = await uploader(instance)
  })
  afterAll(async () => {
    await instance.stop()
    await instance.database.remove()
    await bucket.stop()
  })
  const minutes = (count: number) => instance.clock.advance(count * 60_000)

  test('are stored there with signed requests, below the folder in the setting, and not on the disk', async () => {
    const asset = await person.upload(png(400, 30))
    const name = asset.path.slice('/assets/'.length)
    expect([...bucket.files.keys()].sort()).toEqual(
      [`linnet/${name}`, `linnet/${name.replace('.webp', '-320.webp')}`].sort(),
    )
    expect(Buffer.from(await bytesAt(instance, asset.path))).toEqual(
      Buffer.from(bucket.files.get(`linnet/${name}`) ?? []),
    )
    expect(bucket.refused).toBe(0)
    expect(existsSync(join(instance.database.env.DATA_DIR, 'assets'))).toBe(false)
    const head = await fetch(instance.url + asset.path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('are removed ten minutes after they were deleted', async () => {
    const asset = await person.upload(png(400, 30))
    const before = bucket.files.size
    await person.call(`DELETE /assets/${asset.id}`)
    await minutes(10)
    await minutes(1)
    expect(bucket.files.size).toBe(before - 2)
    expect((await instance.ask(`GET ${asset.path}`)).status).toBe(404)
  })

  test('a file that was removed from the bucket is not found', async () => {
    const asset = await person.upload(png(4, 4))
    bucket.files.delete(`linnet/${asset.path.slice('/assets/'.length)}`)
    expect((await instance.ask(`GET ${asset.path}`)).status).toBe(404)
  })

  test('if the bucket fails, uploads are refused and images answer 503; existing ones are back afterwards', async () => {
    const asset = await person.upload(png(4, 4))
    bucket.failWith(500)
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await instance.ask(`GET ${asset.path}`)).status).toBe(503)
    bucket.failWith(null)
    expect((await instance.ask(`GET ${asset.path}`)).status).toBe(200)
  })

  test('a partial upload counts as none, and is swept', async () => {
    const before = new Set(bucket.files.keys())
    const listed = (await person.call('GET /assets')).body.data.length
    bucket.failAfter(1)
    expect((await person.send(png(700, 4))).status).toBe(503)
    bucket.failAfter(Number.POSITIVE_INFINITY)
    expect((await person.call('GET /assets')).body.data.length).toBe(listed)
    await minutes(10)
    await minutes(1)
    expect(new Set(bucket.files.keys())).toEqual(before)
    expect(await ask(instance.database, 'select id from assets where deleted_at is not null')).toEqual([])
  })

  test("what can't be removed is remembered, and removed later", async () => {
    const asset = await person.upload(png(4, 4))
    await person.call(`DELETE /assets/${asset.id}`)
    bucket.failWith(503)
    await minutes(10)
    await minutes(1)
    expect(instance.errors.splice(0).join()).toContain('a scheduled job failed')
    bucket.failWith(null)
    expect(bucket.files.has(`linnet/${asset.path.slice('/assets/'.length)}`)).toBe(true)
    await minutes(1)
    await minutes(1)
    expect(bucket.files.has(`linnet/${asset.path.slice('/assets/'.length)}`)).toBe(false)
    instance.errors.length = 0
  })

  test('a wrong secret is refused by the bucket, and not shown to users', async () => {
    const other = await startInstance('sqlite', { ASSETS_URL: bucket.url('wrong') })
    try {
      const answer = await (await uploader(other)).send(png(4, 4))
      expect([answer.status, answer.text.includes('wrong')]).toEqual([503, false])
      expect(bucket.refused).toBeGreaterThan(0)
      expect(other.errors).toEqual([])
    } finally {
      await other.stop()
      await other.database.remove()
    }
  })
})
