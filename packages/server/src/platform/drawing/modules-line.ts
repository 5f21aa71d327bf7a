// Draws squares in the server itself, for there is nothing in them that could take long: a few at once, beside its thread.
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { mostWaiting, unavailable } from './drawing-process.ts'
import { FairLine } from './fair-line.ts'
import { bitmapOf, pngOf } from './modules-png.ts'
import type { Modules } from './protocol.ts'

/** In another thread. */
const compressed: (data: Buffer) => Promise<Buffer> = promisify(deflate)

// Each has up to half a megabyte in its hands, and is there in a millisecond or two.
const mostAtOnce = 2

interface Task {
  begin(): void
  fail(error: Error): void
}

export class ModulesLine {
  private readonly waiting = new FairLine<Task>(mostWaiting)
  private running = 0

  /** Refuses with `unavailable` where too many wait. */
  async draw(modules: Modules, by: string): Promise<Uint8Array> {
    if (this.running >= mostAtOnce)
      await new Promise<void>((begin, fail) => {
        this.waiting.add(by, { begin, fail })?.fail(unavailable())
      })
    else this.running++
    try {
      return pngOf(modules, await compressed(bitmapOf(modules)))
    } finally {
      const next = this.waiting.take()
      if (next) next.begin()
      else this.running--
    }
  }
}
