// A disk that stays full: more clicks than the reserve holds, a kill, and every kind of full disk that this machine offers.
import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  createUntilRefused,
  expectClicks,
  fillAndVisit,
  link,
  onDisk,
  uncounted,
} from '../../../../test/machine/full-disk.ts'
import { endAll, linnet, onlyLine, serve } from '../../../../test/machine/program.ts'
import { disks } from '../../../../test/machine/small-disk.ts'
import { until } from '../../../../test/timeouts.ts'

afterEach(endAll)

// Two journal segments hold some 14,000 clicks of these visitors.
const pastTheReserve = 16_000

for (const [kind, make] of Object.entries(disks)) {
  describe(`a full disk (${kind})`, () => {
    test('refuses writes but no redirect; once there is space, each kept click counts exactly once', async () => {
      const disk = await make()
      await onDisk(disk, async (tried) => {
        const { api, visit, settings, place } = tried
        const server = await tried.start()
        await fillAndVisit(tried, server, disk)
        await visit(server, pastTheReserve)
        const command = ['user', 'create', '--email', 'bea@example.com', '--password', 'p']
        expect(onlyLine(await linnet(command, settings, place))).toContain('DATA_DIR')
        // The writer finds no space until the last moment.
        await visit(server, 1500)
        const lost = await uncounted(server)
        expect(lost).toBeGreaterThan(0)
        expect(lost).toBeLessThan(pastTheReserve / 2)

        disk.free()
        const hasReserve = () => readdirSync(join(disk.outside, 'journal', '0')).includes('spare')
        await until('the journal has its reserve again', hasReserve)
        await visit(server, 100)
        expect(await uncounted(server)).toBe(lost)
        await expectClicks(tried, server, 2700 + pastTheReserve - lost)
        await expectClicks(tried, server, 10, 'other')
        expect((await api(server, '/links', link)).status).toBe(200)
        expect(await server.end('SIGTERM')).toBe(0)
      })
    })

    test('leaves nothing of a backup that does not fit', async () => {
      const disk = await make()
      await onDisk(disk, async (tried) => {
        const { settings, place } = tried
        const server = await tried.start()
        await tried.visit(server, 1)
        // Once something is counted, the server has cleaned up after its predecessor, and frees no more space.
        await expectClicks(tried, server, 1)
        disk.fill()
        const copy = join(disk.folder, 'copy.db')
        expect(onlyLine(await linnet(['backup', copy], settings, place))).toMatch(
          /copy\.db, and no partial copy is left/,
        )
        expect(readdirSync(disk.outside).filter((name) => name.startsWith('copy'))).toEqual([])
        disk.free()
        expect((await linnet(['backup', copy], settings, place)).status).toBe(0)
      })
    })

    test('refuses a first start in one line, and starts once there is space', async () => {
      const disk = await make()
      try {
        const settings = { DATA_DIR: disk.folder, LOG_LEVEL: 'silent', PORT: '29998' }
        const place = { program: disk.program }
        disk.fill()
        expect(onlyLine(await linnet(['serve'], settings, place))).toContain(`DATA_DIR ${disk.folder}`)
        disk.free()
        const server = await serve({ ...settings, PORT: undefined }, place)
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      } finally {
        await endAll()
        await disk.remove()
      }
    })
  })
}

const { 'a small disk': smallDisk } = disks
if (smallDisk)
  test('a server killed on a full disk restarts there, redirects, and counts the kept clicks', async () => {
    const disk = await smallDisk()
    await onDisk(disk, async (tried) => {
      const first = await tried.start()
      await expectClicks(tried, first, 0)
      disk.fill()
      await createUntilRefused(tried, first)
      await tried.visit(first, pastTheReserve)
      const lost = await uncounted(first)
      await first.end('SIGKILL')

      const second = await tried.start()
      await tried.visit(second, 50)
      const lostMore = await uncounted(second)
      expect(lostMore).toBe(50)
      disk.free()
      await expectClicks(tried, second, pastTheReserve - lost)
      await tried.visit(second, 50)
      await expectClicks(tried, second, pastTheReserve - lost + 50)
    })
  })
