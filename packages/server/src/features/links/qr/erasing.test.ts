// QR styles are erased with their account.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { plainPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import { picture, startLogoServer, withLogo } from '../../../../../../test/pictures/qr.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

onEachEngine(
  'a deleted account',
  (instance) => {
    test('leaves no style, logo or picture behind, and none of its logos is fetched any more', async () => {
      const logos = await startLogoServer()
      const [gone, kept] = [await instance.account(), await instance.account()]
      const logo = plainPng(20, [255, 0, 0])
      await withLogo(gone, '/qr', { logo: logos.put('/logo', logo), color: '#00f' })
      await kept.call('PUT /qr', { body: { color: '#0a0' } })
      const links = await Promise.all(Array.from({ length: 30 }, () => gone.link()))
      for (const { short } of links) await gone.call(`PUT /links/${short}/qr`, { body: { color: '#00f' } })
      const [first] = links
      logos.files.set('/later', (response) => response.writeHead(503).end())
      await gone.call(`PUT /links/${first.short}/qr`, { body: { logo: `${logos.url}/later` } })
      await instance.clock.advance(1000)
      expect((await picture(instance, `/${first.short}.svg`)).status).toBe(200)

      await instance.command('user', 'delete', '--email', gone.email)
      expect((await picture(instance, `/${first.short}.svg`)).status).toBe(404)
      expect((await picture(instance, `/${first.short}.png`)).status).toBe(404)
      logos.asked.length = 0
      for (let pieces = 0; pieces < 4; pieces++) await instance.clock.advance(61_000)
      expect(logos.asked).toEqual([])
      expect(await ask(instance.database, 'select color from qr_settings')).toEqual([{ color: '#0a0' }])
      logos.stop()
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
