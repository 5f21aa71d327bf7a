// Reads a stream of server-sent events in tests, as a browser's EventSource does.

export interface ServerEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  data: any
}

export interface EventSource {
  status: number
  headers: Headers
  /** The raw text received so far. */
  text(): string
  /** The next event; null when the stream has ended. Throws if the connection broke. */
  next(): Promise<ServerEvent | null>
  /** Resolves with true once the stream contains this text, or with false if it ends without it. */
  holds(text: string): Promise<boolean>
  close(): void
}

/** Opens a stream; resolves when its headers have arrived. */
export async function listen(url: string, headers: Record<string, string>): Promise<EventSource> {
  const controller = new AbortController()
  const answer = await fetch(url, { headers, signal: controller.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let all = ''
  let read = 0

  async function more(): Promise<boolean> {
    const chunk = await reader?.read()
    all += chunk?.value ?? ''
    return chunk !== undefined && !chunk.done
  }

  return {
    status: answer.status,
    headers: answer.headers,
    text: () => all,
    async next() {
      for (;;) {
        const end = all.indexOf('\n\n', read)
        if (end < 0) {
          if (!(await more())) return null
          continue
        }
        const lines = all.slice(read, end).split('\n')
        read = end + 2
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const event = field('event')
        if (event !== undefined) return { event, data: JSON.parse(field('data') ?? 'null') }
      }
    },
    async holds(text) {
      while (!all.includes(text)) if (!(await more())) return false
      return true
    },
    close: () => controller.abort(),
  }
}
