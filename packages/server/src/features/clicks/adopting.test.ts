// `linnet adopt`: what a node that is gone has answered is counted by another that is given its folder.
import { afterEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import { holdCounting } from '../../../../../test/hold-table.ts'
import { browser } from '../../../../../test/instance.ts'
import {
  endAll,
  linnet,
  linnetJson,
  newKey,
  onlyLine,
  type ServerProcess,
  serve,
} from '../../../../../test/program.ts'
import { roomyPlans } from '../../../../../test/roomy-plans.ts'
import { endpoint } from '../../../../../test/webhooks.ts'

afterEach(endAll)

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'linnet-node-'))

/** Two nodes at a database, each with a folder of its own, and a link with an endpoint that is told of its clicks. */
async function twoNodes() {
  const database = await freshDatabase('postgres')
  const settings = { ...database.env, PLANS_FILE: roomyPlans() }
  const folder = temporaryFolder()
  const lost = await serve({ ...settings, DATA_DIR: folder })
  const left = await serve(settings)
  const headers = { authorization: `Bearer ${await newKey(settings)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'left' })
  expect((await fetch(`${left.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
  return {
    database,
    settings,
    folder,
    lost,
    left,
    listener: await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }),
    async counted(): Promise<number> {
      const answer = await fetch(`${left.url}/v2/links/left/stats/lifetime`, { headers })
      return ((await answer.json()) as { data: { clicks: number } }).data.clicks
    },
  }
}

async function visit(server: ServerProcess, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const answer = await fetch(`${server.url}/left`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    })
    expect(answer.status).toBe(302)
  }
}

/** Kills a node that has answered so many visits of which none is counted. */
async function lose(node: ServerProcess, database: FreshDatabase, times: number): Promise<void> {
  const letGo = await holdCounting(database)
  await visit(node, times)
  await node.end('SIGKILL')
  await letGo()
}

describe('linnet adopt', () => {
  test('counts and tells what a killed node had answered, once, however often it is given the folder', async () => {
    const { database, settings, folder, lost, left, listener, counted } = await twoNodes()
    await visit(left, 3)
    await lose(lost, database, 20)
    expect(await counted()).toBe(3)
    // A copy from a backup of its disk is as good, and counts nothing twice.
    const copy = temporaryFolder()
    cpSync(folder, copy, { recursive: true })
    expect(await linnetJson(['adopt', folder], settings)).toEqual({
      folder,
      journals: 1,
      clicks: 20,
      held: 0,
      unknown: 0,
    })
    expect(await counted()).toBe(23)
    for (const again of [folder, copy])
      expect(await linnetJson(['adopt', again], settings)).toMatchObject({ journals: 1, clicks: 0 })
    expect(await counted()).toBe(23)
    expect(await listener.deliveries()).toHaveLength(23)
    // The node may come back with its folder.
    const back = await serve({ ...settings, DATA_DIR: folder })
    await visit(back, 4)
    expect(await back.end('SIGTERM')).toBe(0)
    expect(await counted()).toBe(27)
    await left.end('SIGTERM')
    await database.remove()
    for (const used of [folder, copy]) rmSync(used, { recursive: true })
  })

  test('leaves alone what a running server holds, and says so', async () => {
    const { database, settings, folder, lost, left, counted } = await twoNodes()
    await visit(lost, 2)
    const { status, out } = await linnet(['adopt', folder], settings)
    expect([status, out]).toEqual([
      0,
      `0 clicks of 0 journals in ${folder} are counted now. 1 more are held by running servers, which count them themselves.\n`,
    ])
    expect(await lost.end('SIGTERM')).toBe(0)
    expect(await counted()).toBe(2)
    await left.end('SIGTERM')
    await database.remove()
    rmSync(folder, { recursive: true })
  })

  test('refuses the folder of another installation, whose links have the same numbers', async () => {
    const { database, settings, folder, lost, left, counted } = await twoNodes()
    await lose(lost, database, 5)
    const other = await freshDatabase('postgres')
    const key = await newKey(other.env)
    const there = await serve(other.env)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'left' })
    expect((await fetch(`${there.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
    expect(onlyLine(await linnet(['adopt', folder], other.env))).toContain('are of another installation')
    const answer = await fetch(`${there.url}/v2/links/left/stats/lifetime`, { headers })
    expect(((await answer.json()) as { data: { clicks: number } }).data.clicks).toBe(0)
    expect(await linnetJson(['adopt', folder], settings)).toMatchObject({ clicks: 5 })
    expect(await counted()).toBe(5)
    await Promise.all([there.end('SIGTERM'), left.end('SIGTERM')])
    await Promise.all([database.remove(), other.remove()])
    rmSync(folder, { recursive: true })
  })

  test('refuses a folder that is not there, or has no journal, in one line', async () => {
    const { env, remove } = await freshDatabase('sqlite')
    const nowhere = join(env.DATA_DIR, 'nowhere')
    expect(onlyLine(await linnet(['adopt', nowhere], env))).toBe(`linnet: there is no folder ${nowhere}`)
    const empty = join(env.DATA_DIR, 'empty')
    mkdirSync(empty)
    expect(onlyLine(await linnet(['adopt', empty], env))).toContain(
      'has no journal; name the DATA_DIR of a node',
    )
    await remove()
  })
})
