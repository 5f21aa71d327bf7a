// An import alongside a running server: interrupted by a person, killed, and run again to the end.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { linnet } from '../../../../../../test/machine/program.ts'
import {
  endedAfter,
  expectWhole,
  prepareImport,
  total,
} from '../../../../../../test/portability/interrupted-import.ts'

const links = 12_000

onEachEngine('an import that is interrupted', (instance) => {
  test('continues where it stopped, creates no link twice, and visitors are answered meanwhile', async () => {
    const { account, words } = await prepareImport(instance, links)
    const stopped = await endedAfter(500, 'SIGINT', instance, account, words)
    expect(stopped.status).toBe(1)
    const [, read] = /interrupted after (\d+) records/.exec(stopped.error) ?? []
    expect(await total(account)).toBe(Number(read) + 1)

    const killed = await endedAfter(Number(read) + 500, 'SIGKILL', instance, account, words)
    expect(killed.status).toBeNull()
    const there = (await total(account)) - 1
    expect(there).toBeLessThan(links)

    const last = await linnet([...words, '--json'], instance.database.env)
    expect(JSON.parse(last.out)).toMatchObject({
      read: links,
      created: links - there,
      same: there,
      refused: 0,
    })
    await expectWhole(account, links)
  })
})
