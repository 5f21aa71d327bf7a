// Files that are sent as bodies: written to the disk while they come in, so that none waits in memory, however slow it is.
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivedFile, Refusal } from '@linnet/contract'
import { requireUncompressed } from '../net/bounded-body.ts'
import type { Log } from '../observability/log.ts'
import { randomText } from '../security/ids.ts'
import { type RateLimiter, secondsLeft } from '../security/rate-limit.ts'
import type { Clock } from '../time/clock.ts'

// 320 MiB of disk at most; nobody waits longer than for that many images to be drawn.
const mostTogether = 32
const mostOfOne = 2
const filesPerMinute = 60
// Who has taken longer gives way to who has no place. Who sends nothing at all is cut off by the server, sooner.
const slowMilliseconds = 60_000
// As much as is passed on at once; see platform/rendering/protocol.ts.
const partBytes = 64 * 1024

type FileHandle = Awaited<ReturnType<typeof open>>

/** Somebody who sends a file, or whose file is being worked on. */
interface Place {
  userId: number
  /** In the milliseconds of `clock.elapsed`. */
  since: number
  /** Null before the file is coming in, and once it is whole. */
  reader: ReadableStreamDefaultReader<Uint8Array> | null
  givenUp: boolean
}

export interface IncomingNeeds {
  clock: Clock
  log: Log
  limiter: RateLimiter
  /** Where the files are while they come in. */
  folder: string
}

export class IncomingFiles {
  /** Those that came first standing first. */
  private readonly places = new Set<Place>()

  constructor(private readonly needs: IncomingNeeds) {}

  /**
   * Runs `work` with the file that is the request's body, which is gone afterwards. Refuses, before anything is read,
   * with `unavailable` where all places are taken, or those of the account, and with `rate_limited` past 60 files of the
   * account in a minute; and then a file past `most` bytes (413), an empty one, and one that is cut off (400).
   */
  async receive<T>(
    userId: number,
    request: Request,
    most: number,
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    requireUncompressed(request)
    const place = this.take(userId)
    try {
      await this.book(userId)
      if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
      const handle = await this.openNameless().catch((error) => this.refuseDisk(error))
      try {
        return await work(await this.keep(place, request, most, handle))
      } finally {
        await handle.close()
      }
    } finally {
      this.places.delete(place)
    }
  }

  private take(userId: number): Place {
    const own = [...this.places].filter((place) => place.userId === userId)
    if (own.length >= mostOfOne) this.giveUpSlowest(own)
    if (this.places.size >= mostTogether) this.giveUpSlowest([...this.places])
    const place = { userId, since: this.needs.clock.elapsed(), reader: null, givenUp: false }
    this.places.add(place)
    return place
  }

  private giveUpSlowest(places: Place[]): void {
    const slow = places.find(
      ({ reader, since }) => reader && this.needs.clock.elapsed() - since > slowMilliseconds,
    )
    if (!slow)
      throw new Refusal(
        'unavailable',
        'Other images are still coming in or being drawn. Upload this one again shortly.',
        undefined,
        5,
      )
    this.places.delete(slow)
    slow.givenUp = true
    void slow.reader?.cancel().catch(() => undefined)
  }

  private async book(userId: number): Promise<void> {
    const verdict = await this.needs.limiter.take(`files:${userId}`, filesPerMinute)
    if (verdict.admitted) return
    const seconds = secondsLeft(verdict)
    throw new Refusal(
      'rate_limited',
      `More than ${filesPerMinute} uploads in a minute. Wait ${seconds} s and try again.`,
      undefined,
      seconds,
    )
  }

  /** A file without a name: it is gone when it is closed, and when the process ends, however it does. */
  private async openNameless(): Promise<FileHandle> {
    await mkdir(this.needs.folder, { recursive: true, mode: 0o700 })
    const path = join(this.needs.folder, randomText(24))
    const handle = await open(path, 'wx+', 0o600)
    await rm(path)
    return handle
  }

  private async keep(
    place: Place,
    request: Request,
    most: number,
    handle: FileHandle,
  ): Promise<IncomingFile> {
    const hash = new Bun.CryptoHasher('sha256')
    let size = 0
    place.reader = request.body?.getReader() ?? null
    while (place.reader) {
      const part = await nextPart(place, place.reader)
      if (!part) break
      size += part.length
      if (size > most) throw tooLarge(most)
      hash.update(part)
      await write(handle, part).catch((error) => this.refuseDisk(error))
    }
    place.reader = null
    if (size === 0) throw new Refusal('malformed_request', 'The body is empty. Send the file as the body.')
    return new IncomingFile(handle, size, hash.digest('hex'))
  }

  private refuseDisk(error: unknown): never {
    this.needs.log.warn('a file cannot be taken in', { reason: `${error}` })
    throw new Refusal('unavailable', 'Files cannot be kept at the moment. Try again shortly.')
  }
}

class IncomingFile implements ReceivedFile {
  constructor(
    private readonly handle: FileHandle,
    readonly size: number,
    private readonly sha256: string,
  ) {}

  async *parts(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.size; ) {
      const part = Buffer.allocUnsafe(Math.min(partBytes, this.size - at))
      const { bytesRead } = await this.handle.read(part, 0, part.length, at)
      if (bytesRead === 0) throw new Error('a file that came in is shorter than it was')
      at += bytesRead
      yield part.subarray(0, bytesRead)
    }
  }

  /** What tells it from other files: two requests are the same that bring the same. */
  toJSON(): string {
    return this.sha256
  }
}

async function nextPart(
  place: Place,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const part = await reader.read().catch(() => null)
  if (place.givenUp)
    throw new Refusal(
      'unavailable',
      'The file came in slowly while many others did. Upload it again.',
      undefined,
      5,
    )
  if (!part) throw new Refusal('malformed_request', 'The connection ended before the body did.')
  return part.done ? undefined : part.value
}

async function write(handle: FileHandle, part: Uint8Array): Promise<void> {
  for (let at = 0; at < part.length; ) at += (await handle.write(part, at, part.length - at)).bytesWritten
}

function tooLarge(most: number): Refusal {
  return new Refusal('payload_too_large', `A file may have ${most} bytes at most. Send a smaller one.`)
}
