// Receives deliveries in the benchmark: counts each event once, records the time, and answers 200 at once.

export interface Receiver {
  /** The base URL of endpoints: each path below it is a separate one. */
  url: string
  /** An endpoint that accepts every delivery and never answers. */
  hanging: string
  /** Events that have arrived at each endpoint, each counted once. */
  readonly events: number
  /** Repeated deliveries of the same event. */
  readonly repeated: number
  /** Resolves when this many events have arrived, with the time of `performance.now()`. */
  arrived(events: number): Promise<number>
  /** Resolves with the time at which a body that contains this string arrives; call it before that can happen. */
  sees(text: string): Promise<number>
  stop(): void
}

const giveUpMilliseconds = 120_000

/** Listens on this machine, in the process of the benchmark and so on the load's core. */
export function startReceiver(): Receiver {
  const seen = new Set<string>()
  let repeated = 0
  const counts: { events: number; reached(at: number): void }[] = []
  const texts = new Map<string, (at: number) => void>()

  function see(endpoint: string, id: string, body: string): void {
    const at = performance.now()
    const key = `${endpoint} ${id}`
    if (seen.has(key)) repeated++
    seen.add(key)
    for (const [text, found] of texts) {
      if (!body.includes(text)) continue
      texts.delete(text)
      found(at)
    }
    while (counts[0] && counts[0].events <= seen.size) counts.shift()?.reached(at)
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // The sender's timeout must end an attempt that hangs, not ours.
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/hanging') return await new Promise<Response>(() => {})
      see(pathname, request.headers.get('x-svc-delivery') ?? '', await request.text())
      return new Response()
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}`,
    hanging: `http://127.0.0.1:${server.port}/hanging`,
    get events() {
      return seen.size
    },
    get repeated() {
      return repeated
    },
    arrived: (events) =>
      inTime(`${events} deliveries`, (reached) => {
        if (seen.size >= events) return reached(performance.now())
        counts.push({ events, reached })
        counts.sort((a, b) => a.events - b.events)
      }),
    sees: (text) => inTime(`the delivery with ${text}`, (found) => void texts.set(text, found)),
    stop: () => void server.stop(true),
  }
}

/** A missing event is an error, so that the benchmark always ends. */
function inTime(what: string, begin: (done: (at: number) => void) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${what} did not arrive within ${giveUpMilliseconds / 1000} s`)),
      giveUpMilliseconds,
    )
    begin((at) => {
      clearTimeout(late)
      resolve(at)
    })
  })
}
