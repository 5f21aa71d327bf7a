// Logos: fetched in the background, in turns, with retries if the network fails, and shown in their codes.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { plainPng } from '../../../../../../test/pictures/pictures-of-modules.ts'
import {
  type LogoServer,
  picture,
  settled,
  startLogoServer,
  withLogo,
} from '../../../../../../test/pictures/qr.ts'
import { pixelsOf } from '../../../../../../test/pictures/qr-pixels.ts'
import { startRawServer } from '../../../../../../test/servers/raw-server.ts'

/** A red square. */
const red = plainPng(400, [255, 0, 0])
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0a0" d="M0 0h9v9H0z"/></svg>'

onEachEngine(
  'the logo of a QR code',
  (instance) => {
    let account: Account
    let logos: LogoServer
    beforeAll(async () => {
      account = await instance.account()
      logos = await startLogoServer()
    })
    afterAll(() => logos.stop())

    async function linkWith(logo: string) {
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      return { link, at, settings: await withLogo(account, at, { logo }) }
    }

    /** The colour in the middle of a link's picture. */
    async function middle(short: string) {
      const { pixels, width } = pixelsOf((await picture(instance, `/${short}.png?size=100`)).bytes)
      const at = ((width >> 1) * width + (width >> 1)) * 4
      return [...pixels.subarray(at, at + 3)]
    }

    test('is pending at first, and the code is shown without it until it is ready', async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      logos.files.set('/slow', (response) => void mayAnswer.then(() => response.end(red)))
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      const { body } = await account.call(`PUT ${at}`, { body: { logo: `${logos.url}/slow` } })
      expect(body.data).toMatchObject({ logo: `${logos.url}/slow`, logo_status: 'pending' })
      const before = await picture(instance, `/${link.short}.svg`)
      expect(new TextDecoder().decode(before.bytes)).not.toContain('<image')
      answer()
      expect(await settled(account, at)).toMatchObject({ logo_status: 'ready' })
      const after = await picture(instance, `/${link.short}.svg`)
      expect(new TextDecoder().decode(after.bytes)).toContain('<image')
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    })

    test('of the account is shown in all codes, except for a link without one', async () => {
      const by = await instance.account()
      expect((await withLogo(by, '/qr', { logo: logos.put('/all', red) })).logo_status).toBe('ready')
      const [one, other] = [await by.link(), await by.link()]
      await by.call(`PUT /links/${other.short}/qr`, { body: { logo: null } })
      expect(await middle(one.short)).toEqual([255, 0, 0])
      const { bytes } = await picture(instance, `/${other.short}.svg`)
      expect(new TextDecoder().decode(bytes)).not.toContain('<image')
      await by.call('PUT /qr', { body: { logo: '' } })
      expect(new TextDecoder().decode((await picture(instance, `/${one.short}.svg`)).bytes)).not.toContain(
        '<image',
      )
    })

    test('fails at once if nothing is at its URL', async () => {
      expect((await linkWith(`${logos.url}/nothing-here`)).settings.logo_status).toBe('failed')
    })

    test('fails at once if its URL redirects; redirects are not followed', async () => {
      logos.put('/target', red)
      logos.files.set('/moved', (response) => response.writeHead(302, { location: '/target' }).end())
      const before = logos.asked.length
      expect((await linkWith(`${logos.url}/moved`)).settings.logo_status).toBe('failed')
      expect(logos.asked.slice(before)).toEqual(['/moved'])
    })

    test.each([500, 503, 429])('is retried after a while if the server answers %d', async (status) => {
      const path = `/flaky-${status}`
      const { promise: isAsked, resolve: tell } = Promise.withResolvers<void>()
      logos.files.set(path, (response) => {
        response.writeHead(status).end()
        tell()
      })
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      const asked = () => logos.asked.filter((one) => one === path).length
      await account.call(`PUT ${at}`, { body: { logo: logos.url + path } })
      // The scheduled job waits for logos that are being fetched.
      await instance.clock.advance(6_000)
      await isAsked
      await instance.clock.advance(6_000)
      logos.put(path, red)
      await instance.clock.advance(61_000)
      await instance.clock.advance(6_000)
      expect(await settled(account, at)).toMatchObject({ logo_status: 'ready' })
      expect(asked()).toBeGreaterThan(1)
    })

    test('has failed after four attempts that reached no server', async () => {
      const gone = await startRawServer(() => undefined)
      gone.stop()
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      await account.call(`PUT ${at}`, { body: { logo: `${gone.url}/logo.png` } })
      for (let poll = 0; poll < 3; poll++) {
        await instance.clock.advance(6_000)
        expect((await account.call(`GET ${at}`)).body.data.logo_status).toBe('pending')
      }
      for (let poll = 0; poll < 4; poll++) await instance.clock.advance(601_000)
      expect((await account.call(`GET ${at}`)).body.data.logo_status).toBe('failed')
    })

    test('a result that arrives after another change is dropped', async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      const { promise: isAsked, resolve: tell } = Promise.withResolvers<void>()
      logos.files.set('/old', (response) => {
        tell()
        void mayAnswer.then(() => response.end(red))
      })
      const link = await account.link()
      const at = `/links/${link.short}/qr`
      await account.call(`PUT ${at}`, { body: { logo: `${logos.url}/old` } })
      await isAsked
      expect(await withLogo(account, at, { logo: logos.put('/new.svg', svg) })).toMatchObject({
        logo_status: 'ready',
      })
      answer()
      await instance.clock.advance(6_000)
      expect(await middle(link.short)).toEqual([0, 170, 0])
      await account.call(`PUT ${at}`, { body: { logo: null } })
      expect((await account.call(`GET ${at}`)).body.data).toMatchObject({ logo: null, logo_status: null })
    })

    test('is rendered into at most sixty new PNGs a minute for one visitor, without affecting others', async () => {
      const { link } = await linkWith(logos.put('/sizes', red))
      const plain = await account.link()
      await account.call(`PUT /links/${plain.short}/qr`, { body: { logo: null } })
      const ask = (path: string, visitor = '198.51.100.7') =>
        picture(instance, path, { headers: { 'x-forwarded-for': visitor } })
      const at = (size: number) => `/${link.short}.png?size=${size}`
      const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(at(64 + index))))
      const drawn = answers.findIndex(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([60, 4])
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse(new TextDecoder().decode(refused[0]?.bytes)).error).toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('SVG'),
      })
      // Rendered PNGs, the SVG and codes without a logo are still served.
      for (const path of [at(64 + drawn), `/${link.short}.svg`, `/${plain.short}.png`])
        expect((await ask(path)).status, path).toBe(200)
      expect((await ask(at(200))).status).toBe(429)
      expect((await ask(at(200), '198.51.100.8')).status).toBe(200)
    })

    test('is fetched while many logos of another account keep arriving slowly', async () => {
      const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
      const slow = await instance.account()
      for (let number = 0; number < 9; number++) {
        const path = `/slow-${instance.engine}-${number}`
        logos.files.set(path, (response) => void mayAnswer.then(() => response.end(red)))
        const { short } = await slow.link()
        await slow.call(`PUT /links/${short}/qr`, { body: { logo: logos.url + path } })
      }
      const { settings } = await linkWith(logos.put('/quick', red))
      expect(settings.logo_status).toBe('ready')
      // Two at a time, and the first ones are still being fetched.
      expect(logos.asked.filter((path) => path.startsWith(`/slow-${instance.engine}-`))).toHaveLength(2)
      answer()
    })

    test('is fetched for each of many accounts at once', async () => {
      const links = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const link = await account.link()
          const logo = logos.put(`/crowd-${index}`, red)
          await account.call(`PUT /links/${link.short}/qr`, { body: { logo } })
          return link
        }),
      )
      for (const { short } of links)
        expect((await settled(account, `/links/${short}/qr`)).logo_status).toBe('ready')
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '127.0.0.1/8,::1' },
)
