// A full disk: writes are refused, redirects continue, clicks are kept while reserved space is left, and everything
// recovers.
import { afterEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expectClicks, fillAndVisit, link, onDisk } from '../../../../test/machine/full-disk.ts'
import { endAll, linnet, onlyLine } from '../../../../test/machine/program.ts'
import { disks, type SmallDisk } from '../../../../test/machine/small-disk.ts'

afterEach(endAll)

const [make] = Object.values(disks) as [() => Promise<SmallDisk>]

test('a full disk refuses a first start, writes, commands and backups in one line, but no redirect; once there is space everything works again, and each kept click counts exactly once', async () => {
  const disk = await make()
  disk.fill()
  const place = { program: disk.program }
  const early = { DATA_DIR: disk.folder, LOG_LEVEL: 'silent', PORT: '29998' }
  expect(onlyLine(await linnet(['serve'], early, place))).toContain(`DATA_DIR ${disk.folder}`)
  disk.free()
  // With space, it starts there.
  await onDisk(disk, async (tried) => {
    const { api, visit, settings } = tried
    const server = await tried.start()
    await fillAndVisit(tried, server, disk)
    const command = ['user', 'create', '--email', 'bea@example.com', '--password', 'p']
    expect(onlyLine(await linnet(command, settings, place))).toContain('DATA_DIR')
    const copy = join(disk.folder, 'copy.db')
    expect(onlyLine(await linnet(['backup', copy], settings, place))).toMatch(
      /copy\.db, and no partial copy is left/,
    )
    expect(readdirSync(disk.outside).filter((name) => name.startsWith('copy'))).toEqual([])

    disk.free()
    await visit(server, 100)
    await expectClicks(tried, server, 1200)
    await expectClicks(tried, server, 10, 'other')
    expect((await api(server, '/links', link)).status).toBe(200)
    expect((await linnet(['backup', copy], settings, place)).status).toBe(0)
    expect(await server.end('SIGTERM')).toBe(0)
  })
})
