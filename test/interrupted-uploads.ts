// Uploads to the real program that are interrupted: by a kill, or by a full disk.
import { expect } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset } from '@linnet/contract'
import { roomyPlans } from './accounts/roomy-plans.ts'
import { endAll, newKey, type ServerProcess, serve } from './machine/program.ts'
import type { SmallDisk } from './machine/small-disk.ts'
import { png } from './pictures/image-files.ts'
import { ask } from './webhooks/webhooks.ts'

const email = 'ana@example.com'

async function session({ url }: ServerProcess): Promise<string> {
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a fine password' }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const send = ({ url }: ServerProcess, cookie: string, body: Uint8Array) =>
  fetch(`${url}/api/assets`, { method: 'POST', headers: { cookie }, body: body as BodyInit })

async function listed({ url }: ServerProcess, cookie: string): Promise<Asset[]> {
  const answer = await fetch(`${url}/api/assets?limit=100`, { headers: { cookie } })
  return ((await answer.json()) as { data: Asset[] }).data
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )

/** Kills a server while photos are uploaded, and checks what is left; `waits` says after how many answers, for each kill. */
export async function killWhileUploading(photo: Uint8Array, waits: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-killed-'))
  const settings = { DATA_DIR: folder, PLANS_FILE: roomyPlans(), LOG_LEVEL: 'silent' }
  try {
    await newKey(settings, email)
    let taken = 0
    for (const wait of waits) {
      const server = await serve(settings)
      const cookie = await session(server)
      let answers = 0
      const killed = Promise.withResolvers<void>()
      const uploading = Promise.all(
        [0, 1].map(async () => {
          for (;;) {
            const answer = await send(server, cookie, photo).catch(() => null)
            if (!answer) return
            taken += Number(answer.status === 200)
            if (++answers === wait) void server.end('SIGKILL').then(() => killed.resolve())
          }
        }),
      )
      await Promise.all([uploading, killed.promise])
    }
    const server = await serve(settings)
    const assets = await listed(server, await session(server))
    expect(assets.length).toBeGreaterThanOrEqual(taken)
    expect(taken).toBeGreaterThanOrEqual(waits.reduce((sum, wait) => sum + wait, 0))
    for (const asset of assets)
      for (const { path, width } of [asset, ...asset.variants]) {
        const answer = await fetch(server.url + path)
        expect(await new Bun.Image(await answer.bytes()).resize(9, 9).png().bytes()).toBeTruthy()
        expect((await new Bun.Image(await (await fetch(server.url + path)).bytes()).metadata()).width).toBe(
          width,
        )
      }
    await server.end('SIGTERM')
    const database = { env: { DATA_DIR: folder }, remove: async () => {} }
    const rows = await ask<{ name: string }>(database, 'select name from assets')
    for (const file of filesIn(join(folder, 'assets')))
      expect(rows.some(({ name }) => file.includes(`/${name}`))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Uploads while the disk fills up, and after there is free space again. */
export async function uploadOnFullDisk(make: () => Promise<SmallDisk>): Promise<void> {
  const disk = await make()
  const place = { program: disk.program }
  const settings = { DATA_DIR: disk.folder, PLANS_FILE: roomyPlans(), LOG_LEVEL: 'silent' }
  try {
    await newKey(settings, email, place)
    const server = await serve(settings, place)
    const cookie = await session(server)
    const picture = png(700, 500, (x, y) => [(x * y) % 256, (x * 7 + y * 13) % 256, x ^ y, 255])
    const first = (await (await send(server, cookie, picture)).json()) as { data: Asset }
    const before = filesIn(join(disk.outside, 'assets')).length
    disk.fill()
    const refused = await send(server, cookie, picture)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
    expect((await fetch(server.url + first.data.path)).status).toBe(200)
    disk.free()
    expect((await send(server, cookie, picture)).status).toBe(200)
    expect((await listed(server, cookie)).length).toBe(2)
    expect(filesIn(join(disk.outside, 'assets')).length).toBe(before * 2)
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await endAll()
    await disk.remove()
  }
}
