// Server-sent events (WHATWG HTML, section 9.2): a stream that a browser listens to, and the way in for such streams.
import type { Caller } from '../operations/handler.ts'

/** Somebody who is signed in and wants to listen. */
export interface StreamVisit {
  url: URL
  caller: Caller
  /** Aborted when the browser has gone. */
  signal: AbortSignal
  /** Whether the session still lasts: to be asked now and then, for a stream outlives its request. */
  isSignedIn(): Promise<boolean>
}

/** A stream of the dashboard, below `/api`. What `open` refuses, it throws as a Refusal. */
export interface StreamRoute {
  path: string
  open(visit: StreamVisit): Promise<ReadableStream<Uint8Array>>
}

// What waits for a reader who takes nothing: more is not kept.
const mostWaitingBytes = 64 * 1024
// When a browser that lost the stream asks for it again.
const retryMilliseconds = 3000

const encoder = new TextEncoder()

/** One listener's stream. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null
  private afterEnd = () => {}

  constructor(signal: AbortSignal) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller
        },
        cancel: () => this.forget(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostWaitingBytes }),
    )
    signal.addEventListener('abort', () => this.forget(), { once: true })
    if (signal.aborted) this.forget()
    this.write(`retry: ${retryMilliseconds}\n\n`)
  }

  /** Calls `then` once, however the stream ends; right away if it has ended, for a browser may leave before it opens. */
  onEnd(then: () => void): void {
    if (this.controller) this.afterEnd = then
    else then()
  }

  /** False where its reader is so slow that the event is dropped, or has gone. */
  send(event: string, data: unknown): boolean {
    return this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Something that keeps proxies from giving the connection up, and that no script hears. */
  beat(): void {
    this.write(':\n\n')
  }

  end(): void {
    const { controller } = this
    if (!controller) return
    this.forget()
    controller.close()
  }

  private write(text: string): boolean {
    if (!this.controller || (this.controller.desiredSize ?? 0) <= 0) return false
    this.controller.enqueue(encoder.encode(text))
    return true
  }

  private forget(): void {
    if (!this.controller) return
    this.controller = null
    this.afterEnd()
  }
}
