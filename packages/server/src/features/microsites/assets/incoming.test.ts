// Files while they are received: on disk and not in memory, with a limit per account and in total.
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readlinkSync, watch } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { needs } from '../../../../../../test/command/requirements.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { type Uploader, uploader } from '../../../../../../test/pictures/images.ts'
import { openRaw, type RawConnection, statuses } from '../../../../../../test/servers/raw-http.ts'

needs('Linux')

const large = 9_900_000
const padded = () => Buffer.concat([png(10, 10), Buffer.alloc(large)]).subarray(0, large)

const folderOf = (instance: Instance) => join(instance.database.env.DATA_DIR, 'incoming')

// The server closes its files in this process, which is only visible by their count, because they have no name any more.
const closed = new EventTarget()
const one = await open(import.meta.path)
const files = Object.getPrototypeOf(one) as FileHandle
await one.close()
const { close } = files
files.close = function (this: FileHandle) {
  return close.call(this).finally(() => closed.dispatchEvent(new Event('closed')))
}
afterAll(() => {
  files.close = close
})

/** Waits until this many files are being received: they are open, and have no name any more. */
async function comingIn(instance: Instance, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isThere = (number: string) => {
    const link = linkOf(number)
    return link.startsWith(folderOf(instance)) && link.endsWith(' (deleted)')
  }
  const look = () => {
    if (readdirSync('/proc/self/fd').filter(isThere).length === count) resolve()
  }
  mkdirSync(folderOf(instance), { recursive: true })
  const names = watch(folderOf(instance), look)
  closed.addEventListener('closed', look)
  look()
  await promise
  names.close()
  closed.removeEventListener('closed', look)
}

function linkOf(number: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${number}`)
  } catch {
    // It was closed meanwhile.
    return ''
  }
}

const upload = (instance: Instance, { cookie }: Uploader, bytes: number) =>
  `POST /api/assets HTTP/1.1\r\nHost: ${new URL(instance.url).host}\r\nCookie: ${cookie}\r\nContent-Length: ${bytes}\r\n\r\n`

/** Opens a connection per person that sends the start of an upload, and waits until the server has all of them. */
async function standing(instance: Instance, people: Uploader[]): Promise<RawConnection[]> {
  const connections: RawConnection[] = []
  for (const person of people) {
    const connection = await openRaw(Number(new URL(instance.url).port))
    await connection.send(upload(instance, person, 5_000_000) + 'a'.repeat(100_000))
    connections.push(connection)
  }
  await comingIn(instance, people.length)
  return connections
}

async function end(instance: Instance, connections: RawConnection[]): Promise<void> {
  for (const connection of connections) connection.end()
  await comingIn(instance, 0)
}

onEachEngine('files being received', (instance) => {
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => uploader(instance)))

  test('are accepted from four users at once, 9.9 MB each', async () => {
    const file = padded()
    const answers = await Promise.all((await people(4)).map(({ send }) => send(file)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('are at most two per account: another one is refused before it is read, without affecting others', async () => {
    const [person, other] = (await people(2)) as [Uploader, Uploader]
    const connections = await standing(instance, [person, person])
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
    expect(refused.headers.get('retry-after')).toBe('5')
    const third = await openRaw(Number(new URL(instance.url).port))
    // None of the file itself is sent.
    await third.send(upload(instance, person, 9_000_000))
    expect(statuses(await third.answers(1))).toEqual([503])
    expect((await other.send(png(4, 4))).status).toBe(200)
    await end(instance, [...connections, third])
  })

  test('have no name, so nothing is left of them however the server ends', async () => {
    const [person] = (await people(1)) as [Uploader]
    const connections = await standing(instance, [person, person])
    expect(readdirSync(folderOf(instance))).toEqual([])
    await end(instance, connections)
  })

  test('free their slots when they are cut off', async () => {
    const [person] = (await people(1)) as [Uploader]
    await end(instance, await standing(instance, [person, person]))
    await end(instance, await standing(instance, [person, person]))
    expect((await person.send(png(4, 4))).status).toBe(200)
  })

  test('make room for another one of the account once they have taken longer than a minute', async () => {
    const [person] = (await people(1)) as [Uploader]
    const connections = await standing(instance, [person, person])
    await instance.clock.advance(59_000)
    expect((await person.send(png(4, 4))).status).toBe(503)
    await instance.clock.advance(2_000)
    expect((await person.send(png(4, 4))).status).toBe(200)
    const given = await Promise.race(connections.map((connection) => connection.answers(1)))
    expect(statuses(given)).toEqual([503])
    await end(instance, connections)
  })

  test('are at most 32 for all accounts, and slow ones make room for others after a minute', async () => {
    const [newcomer, ...crowd] = (await people(17)) as [Uploader, ...Uploader[]]
    const connections = await standing(instance, [...crowd, ...crowd])
    const refused = await newcomer.send(png(4, 4))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await instance.clock.advance(61_000)
    expect((await newcomer.send(png(4, 4))).status).toBe(200)
    await end(instance, connections)
  })

  test('are at most 60 per account and minute, without affecting other accounts', async () => {
    const [person, other] = (await people(2)) as [Uploader, Uploader]
    for (let sent = 0; sent < 60; sent++) expect((await person.send(Buffer.from('x'))).status).toBe(422)
    const refused = await person.send(png(4, 4))
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
    expect(refused.body.error.message).toContain('60 uploads in a minute')
    expect((await other.send(png(4, 4))).status).toBe(200)
    await instance.clock.advance(61_000)
    expect((await person.send(png(4, 4))).status).toBe(200)
  })
})
