// The response at the path of an image: the file, never changing, harmless, and only as long as it exists.
import { beforeAll, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { freePort } from '../../../../../../test/machine/free-port.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { type Uploader, uploader } from '../../../../../../test/pictures/images.ts'

const apiPort = await freePort()

onEachEngine(
  'the path of an image',
  (instance) => {
    let person: Uploader
    let path: string
    beforeAll(async () => {
      person = await uploader(instance)
      path = (await person.upload(png(700, 20))).path
    })

    test('answers with headers that make the file harmless and cacheable forever', async () => {
      for (const one of [path, path.replace('.webp', '-320.webp'), path.replace('.webp', '-640.webp')]) {
        const { status, headers } = await instance.ask(`GET ${one}`)
        expect(status).toBe(200)
        expect(headers.get('content-type')).toBe('image/webp')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        )
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        expect(headers.get('set-cookie')).toBeNull()
        expect(headers.get('x-request-id')).not.toBeNull()
      }
    })

    test('HEAD returns the same without the file', async () => {
      const get = await fetch(instance.url + path)
      const length = (await get.bytes()).length
      const head = await fetch(instance.url + path, { method: 'HEAD' })
      expect([head.status, (await head.bytes()).length]).toEqual([200, 0])
      expect(head.headers.get('content-length')).toBe(`${length}`)
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    })

    test('a browser that has cached it gets 304', async () => {
      const etag = (await instance.ask(`GET ${path}`)).headers.get('etag') as string
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await instance.ask(`GET ${path}`, { headers: { 'if-none-match': tags } })
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
        expect(answer.headers.get('cache-control')).toContain('immutable')
      }
      expect((await instance.ask(`GET ${path}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(
        200,
      )
    })

    test('is served on all our hosts', async () => {
      await person.account.domain('links.example.com')
      for (const host of [`api.localhost:${apiPort}`, 'links.example.com', 'anything.example.org'])
        expect((await instance.ask(`GET ${path}`, { headers: { host } })).status).toBe(200)
    })

    test('any other path is 404: other widths and formats, other folders, and the folder itself', async () => {
      const name = path.slice('/assets/'.length, -'.webp'.length)
      const others = [
        '/assets',
        '/assets/',
        `/assets/${name}`,
        `/assets/${name}.png`,
        `/assets/${name}.svg`,
        `/assets/${name}.webp/`,
        `/assets/${name}.webp.part`,
        `/assets/${name}-1280.webp`,
        `/assets/${name}-0320.webp`,
        `/assets/${name}-320`,
        `/assets/${name.slice(0, -1)}.webp`,
        `/assets/${name.toUpperCase()}.webp`,
        `/assets/${name.slice(0, 2)}/${name}.webp`,
        `/assets/%2e%2e/linnet.db`,
        '/assets/..%2flinnet.db',
        '/assets/..%5clinnet.db',
        '/assets/%2fetc%2fpasswd',
        `/assets/${name}.webp%00.svg`,
        `/assets/${name}%2ewebp`,
        `/assets/${'a'.repeat(24)}.webp`,
        `/assets/${'a'.repeat(5000)}.webp`,
      ]
      for (const other of others) {
        const answer = await instance.ask(`GET ${other}`)
        expect([other, answer.status]).toEqual([other, 404])
        expect(answer.headers.get('cache-control')).not.toContain('immutable')
      }
    })

    test('other methods are refused, with the allowed ones', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await instance.ask(`${method} ${path}`)
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      }
    })

    test('is 404 at once when the image is deleted, including its variants', async () => {
      const asset = await person.upload(png(700, 20))
      const all = [asset.path, ...asset.variants.map((variant) => variant.path)]
      expect(all.length).toBe(3)
      for (const one of all) expect((await instance.ask(`GET ${one}`)).status).toBe(200)
      const answer = await person.call(`DELETE /assets/${asset.id}`)
      expect([answer.status, answer.body]).toStrictEqual([200, { data: { id: asset.id, deleted: true } }])
      for (const one of all) expect((await instance.ask(`GET ${one}`)).status).toBe(404)
      expect((await person.call(`DELETE /assets/${asset.id}`)).status).toBe(404)
    })

    test('is 404 at once when its account is deleted', async () => {
      const leaver = await uploader(instance)
      const asset = await leaver.upload(png(10, 10))
      expect((await instance.ask(`GET ${asset.path}`)).status).toBe(200)
      await leaver.call('POST /user/delete', { body: { password: 'a fine password' } })
      expect((await instance.ask(`GET ${asset.path}`)).status).toBe(404)
    })
  },
  { API_URL: `http://api.localhost:${apiPort}` },
)
