// `linnet adopt`: clicks in the folder of a removed node are counted by another node.
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import { type Instance, startInstance, startOn } from '../../../../../../test/instance.ts'
import { leavePendingClicks, numbersOf } from '../../../../../../test/machine/pending-clicks.ts'
import { linnet } from '../../../../../../test/machine/program.ts'
import { standaloneJson } from '../../../../../../test/standalone-commands.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'linnet-node-'))

/** Two nodes on one database, each with a folder of its own, and a link with an endpoint for its clicks. */
async function twoNodes() {
  const database = await migratedDatabase('postgres')
  const folder = temporaryFolder()
  const ofLost = { ...database, env: { ...database.env, DATA_DIR: folder } }
  const lost = await startOn(ofLost, 'postgres')
  const left = await startOn(database, 'postgres')
  const account = await left.account()
  await account.link({ custom_slug: 'left' })
  return {
    database,
    folder,
    ofLost,
    lost,
    left,
    listener: await endpoint(database, account.email, { events: ['link.clicked'] }),
    adopt: (folder: string) => standaloneJson(database.env, 'adopt', folder),
    async counted(): Promise<number> {
      return (await account.call('GET /links/left/stats/lifetime')).body.data.clicks
    },
    /** Ends a node that has answered this many visits and counted none. */
    async lose(times: number): Promise<void> {
      await lost.stop()
      leavePendingClicks(folder, Array(times).fill(await numbersOf(database, 'left')))
    },
    async end(): Promise<void> {
      await left.stop()
      await database.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

async function visit(server: Instance, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect((await server.visit('/left')).status).toBe(302)
}

describe('linnet adopt', () => {
  test("counts and emits a lost node's clicks once, however often it gets the folder", async () => {
    const { folder, ofLost, left, listener, adopt, counted, lose, end } = await twoNodes()
    await visit(left, 3)
    await lose(20)
    expect(await counted()).toBe(3)
    // A copy from a backup of its disk works too, and counts nothing twice.
    const copy = temporaryFolder()
    cpSync(folder, copy, { recursive: true })
    expect(await adopt(folder)).toEqual({ folder, journals: 1, clicks: 20, held: 0, unknown: 0 })
    expect(await counted()).toBe(23)
    for (const again of [folder, copy]) expect(await adopt(again)).toMatchObject({ journals: 1, clicks: 0 })
    expect(await counted()).toBe(23)
    expect(await listener.deliveries()).toHaveLength(23)
    // The node may return with its folder.
    const back = await startOn(ofLost, 'postgres')
    await visit(back, 4)
    await back.stop()
    expect(await counted()).toBe(27)
    rmSync(copy, { recursive: true })
    await end()
  })

  test('skips what a running server holds, and says so', async () => {
    const { database, folder, lost, counted, end } = await twoNodes()
    await visit(lost, 2)
    const { status, out } = await linnet(['adopt', folder], database.env)
    expect([status, out]).toEqual([
      0,
      `Counted 0 clicks from 0 journals in ${folder}. Running servers count the clicks in 1 more journal.\n`,
    ])
    await lost.stop()
    expect(await counted()).toBe(2)
    await end()
  })

  test('refuses the folder of another installation, whose links have the same numbers', async () => {
    const { folder, adopt, counted, lose, end } = await twoNodes()
    await lose(5)
    const other = await startInstance('postgres')
    const account = await other.account()
    await account.link({ custom_slug: 'left' })
    await expect(standaloneJson(other.database.env, 'adopt', folder)).rejects.toThrow(
      "belong to another instance's database",
    )
    expect((await account.call('GET /links/left/stats/lifetime')).body.data.clicks).toBe(0)
    expect(await adopt(folder)).toMatchObject({ clicks: 5 })
    expect(await counted()).toBe(5)
    await other.stop()
    await other.database.remove()
    await end()
  })

  test("refuses a folder that doesn't exist, or has no journal, in one line", async () => {
    const { env, remove } = await migratedDatabase('sqlite')
    const nowhere = join(env.DATA_DIR, 'nowhere')
    await expect(standaloneJson(env, 'adopt', nowhere)).rejects.toThrow(
      new RegExp(`^linnet: folder ${nowhere} doesn't exist$`),
    )
    const empty = join(env.DATA_DIR, 'empty')
    mkdirSync(empty)
    await expect(standaloneJson(env, 'adopt', empty)).rejects.toThrow(
      /^linnet: .* has no journal; name the DATA_DIR of a node$/,
    )
    await remove()
  })
})
