// A connection to PostgreSQL that a test can cut and restore: a proxy socket in front of the real one.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FreshDatabase } from '../databases.ts'

export interface SeverableDatabase extends FreshDatabase {
  /** Closes all connections and accepts no new ones, until `mend`. */
  sever(): Promise<void>
  mend(): Promise<void>
  /** Keeps all connections and accepts new ones, but passes no data until it is released. */
  hang(): void
  release(): void
  /** Counts how often a string is sent to the database from now on. */
  watch(text: string): () => number
}

/** Puts a severable connection in front of a database. */
export async function severable(database: FreshDatabase): Promise<SeverableDatabase> {
  const url = new URL(database.env.DATABASE_URL ?? '')
  const name = `.s.PGSQL.${url.port || '5432'}`
  const target = join(url.searchParams.get('host') ?? '', name)
  const folder = mkdtempSync(join(tmpdir(), 'linnet-way-'))
  const socket = join(folder, name)
  const open = new Set<Socket>()
  let server: Server | undefined
  const watched: ((socket: Socket, piece: string) => void)[] = []
  let isHanging = false

  async function mend(): Promise<void> {
    if (server?.listening) return
    server = createServer((near) => {
      const far = connect(target)
      near.on('data', (piece) => {
        for (const watch of watched) watch(near, piece.toString('latin1'))
      })
      connectSockets(near, far, open)
      if (isHanging) for (const one of [near, far]) one.pause()
    })
    await new Promise<void>((resolve) => server?.listen(socket, resolve))
  }

  async function sever(): Promise<void> {
    const closed = new Promise<void>((resolve) => server?.close(() => resolve()))
    for (const one of open) one.destroy()
    await closed
  }

  const toAll = (hanging: boolean) => {
    isHanging = hanging
    for (const one of open) hanging ? one.pause() : one.resume()
  }

  await mend()
  url.searchParams.set('host', folder)
  return {
    env: { ...database.env, DATABASE_URL: url.href },
    sever,
    mend,
    hang: () => toAll(true),
    release: () => toAll(false),
    watch(text) {
      const rests = new WeakMap<Socket, string>()
      let count = 0
      watched.push((socket, piece) => {
        const parts = `${rests.get(socket) ?? ''}${piece}`.split(text)
        count += parts.length - 1
        rests.set(socket, parts.at(-1)?.slice(1 - text.length) ?? '')
      })
      return () => count
    },
    async remove() {
      await sever()
      rmSync(folder, { recursive: true, force: true })
      await database.remove()
    },
  }
}

/** Passes data in both directions, and ends both sockets when one ends. They are in `open` until then. */
function connectSockets(near: Socket, far: Socket, open: Set<Socket>): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    open.add(one)
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
  }
}
