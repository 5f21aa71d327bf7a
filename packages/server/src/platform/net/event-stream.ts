// Server-sent events (WHATWG HTML, section 9.2): the stream of one listener, and the routes of streams.
import type { Caller } from '../operations/handler.ts'

/** A signed-in user's request for a stream. */
export interface StreamVisit {
  url: URL
  caller: Caller
  /** Aborted when the browser disconnects. */
  signal: AbortSignal
  /** Whether the reader may still have it: they are signed in, belong to the workspace, and it is not blocked. Check it regularly, because streams are long-lived. */
  isWelcome(): Promise<boolean>
}

/** A stream of the dashboard, below `/api`. `open` refuses by throwing a Refusal. */
export interface StreamRoute {
  path: string
  open(visit: StreamVisit): Promise<ReadableStream<Uint8Array>>
}

// The most that is buffered for a slow reader; further events are dropped.
const mostWaitingBytes = 64 * 1024
// How soon a browser reconnects.
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

  /** Calls `then` once, however the stream ends; at once if it has ended, because a browser may leave before it opens. */
  onEnd(then: () => void): void {
    if (this.controller) this.afterEnd = then
    else then()
  }

  /** False if the event is dropped because the reader is too slow or has left. */
  send(event: string, data: unknown): boolean {
    return this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends a comment, which scripts don't receive, so that proxies keep the connection open. */
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
