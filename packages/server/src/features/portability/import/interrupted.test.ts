// An import alongside a running server is interrupted, and then run again to the end.
import { describe, expect, test } from 'bun:test'
import { oneEngine } from '../../../../../../test/command/one-engine.ts'
import { startInstance } from '../../../../../../test/instance.ts'
import {
  endedAfter,
  expectWhole,
  prepareImport,
  total,
} from '../../../../../../test/portability/interrupted-import.ts'

const links = 6_000

describe.each(oneEngine)('an import that is interrupted, on %s', (engine) => {
  test('continues where it stopped, creates no link twice, and visitors are answered meanwhile', async () => {
    const instance = await startInstance(engine)
    const { account, words } = await prepareImport(instance, links)
    const stopped = await endedAfter(2, 'SIGINT', instance, account, words)
    expect(stopped.status).toBe(1)
    const [, read] = /interrupted after (\d+) records/.exec(stopped.error) ?? []
    const there = (await total(account)) - 1
    expect(there).toBe(Number(read))
    expect(await instance.command(...words)).toMatchObject({
      read: links,
      created: links - there,
      same: there,
      refused: 0,
    })
    await expectWhole(account, links)
    await instance.stop()
    await instance.database.remove()
  })
})
