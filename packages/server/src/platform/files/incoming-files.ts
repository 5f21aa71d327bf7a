// Receives uploads: each is written to disk as it arrives, so that slow uploads take no memory.
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReceivedFile, Refusal } from '@linnet/contract'
import { requireUncompressed } from '../net/bounded-body.ts'
import type { Log } from '../observability/log.ts'
import { randomText } from '../security/ids.ts'
import { type RateLimiter, secondsLeft } from '../security/rate-limit.ts'
import type { Clock } from '../time/clock.ts'

// At most 320 MiB of disk. Nobody waits for longer than it takes to re-encode that many images.
const mostSlots = 32
const mostOfAccount = 2
const filesPerMinute = 60
// A slower upload is cancelled for one that finds no free slot. One that sends nothing at all is closed by the server
// sooner.
const slowMilliseconds = 60_000
// The same as the parts sent to the render process; see platform/rendering/protocol.ts.
const partBytes = 64 * 1024

type FileHandle = Awaited<ReturnType<typeof open>>

/** An upload that is arriving or being processed. */
interface UploadSlot {
  userId: number
  /** By `clock.elapsed`. */
  since: number
  /** Null before the file begins to arrive, and once it is complete. */
  reader: ReadableStreamDefaultReader<Uint8Array> | null
  isCancelled: boolean
}

export interface IncomingNeeds {
  clock: Clock
  log: Log
  limiter: RateLimiter
  /** The folder for files while they arrive. */
  folder: string
}

export class IncomingFiles {
  /** The oldest first. */
  private readonly slots = new Set<UploadSlot>()

  constructor(private readonly needs: IncomingNeeds) {}

  /**
   * Runs `work` with the request's body as a file, which is deleted afterwards. Before anything is read, refuses with
   * `unavailable` if all slots, or those of the account, are taken, and with `rate_limited` after 60 files of the account
   * in a minute; then a file of more than `most` bytes (413), an empty one, and one that is truncated (400).
   */
  async receive<T>(
    userId: number,
    request: Request,
    most: number,
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    requireUncompressed(request)
    const slot = this.openSlot(userId)
    try {
      await this.book(userId)
      if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
      const handle = await this.openUnlinked().catch((error) => this.refuseDisk(error))
      try {
        return await work(await this.store(slot, request, most, handle))
      } finally {
        await handle.close()
      }
    } finally {
      this.slots.delete(slot)
    }
  }

  private openSlot(userId: number): UploadSlot {
    const own = [...this.slots].filter((slot) => slot.userId === userId)
    if (own.length >= mostOfAccount) this.cancelSlowest(own)
    if (this.slots.size >= mostSlots) this.cancelSlowest([...this.slots])
    const slot = { userId, since: this.needs.clock.elapsed(), reader: null, isCancelled: false }
    this.slots.add(slot)
    return slot
  }

  private cancelSlowest(slots: UploadSlot[]): void {
    const slow = slots.find(
      ({ reader, since }) => reader && this.needs.clock.elapsed() - since > slowMilliseconds,
    )
    if (!slow)
      throw new Refusal(
        'unavailable',
        'Other images are still being uploaded or processed. Upload this one again shortly.',
        undefined,
        5,
      )
    this.slots.delete(slow)
    slow.isCancelled = true
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

  /** A file without a name, which disappears when it is closed or the process exits in any way. */
  private async openUnlinked(): Promise<FileHandle> {
    await mkdir(this.needs.folder, { recursive: true, mode: 0o700 })
    const path = join(this.needs.folder, randomText(24))
    const handle = await open(path, 'wx+', 0o600)
    await rm(path)
    return handle
  }

  private async store(
    slot: UploadSlot,
    request: Request,
    most: number,
    handle: FileHandle,
  ): Promise<IncomingFile> {
    const hash = new Bun.CryptoHasher('sha256')
    let size = 0
    slot.reader = request.body?.getReader() ?? null
    while (slot.reader) {
      const part = await nextPart(slot, slot.reader)
      if (!part) break
      size += part.length
      if (size > most) throw tooLarge(most)
      hash.update(part)
      await write(handle, part).catch((error) => this.refuseDisk(error))
    }
    slot.reader = null
    if (size === 0) throw new Refusal('malformed_request', 'The body is empty. Send the file as the body.')
    return new IncomingFile(handle, size, hash.digest('hex'))
  }

  private refuseDisk(error: unknown): never {
    this.needs.log.warn('an uploaded file cannot be stored', { reason: `${error}` })
    throw new Refusal('unavailable', "Files can't be stored at the moment. Try again shortly.")
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
      if (bytesRead === 0) throw new Error('an uploaded file is shorter on disk than what was received')
      at += bytesRead
      yield part.subarray(0, bytesRead)
    }
  }

  /** Its hash, so that two requests with the same file count as the same. */
  toJSON(): string {
    return this.sha256
  }
}

async function nextPart(
  slot: UploadSlot,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const part = await reader.read().catch(() => null)
  if (slot.isCancelled)
    throw new Refusal(
      'unavailable',
      'The upload was too slow while many others were waiting. Upload the file again.',
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
  return new Refusal(
    'payload_too_large',
    `The file is larger than the limit of ${most} bytes. Send a smaller one.`,
  )
}
