// Hears what other nodes announce, through LISTEN/NOTIFY on a connection of its own.
import pg from 'pg'
import type { Log } from '../platform/log.ts'

export const channel = 'linnet_changes'

const reconnectMilliseconds = 500

/**
 * Listens until stopped. What is announced while the connection is lost is never delivered, so after each
 * reconnection, which is tried at once, the listeners are told to forget everything. Until then they keep what they
 * know: while the database is away there is nothing better to redirect by.
 */
export async function listenForChanges(url: string, log: Log) {
  // Goes with every announcement, so that a node knows its own: it has told those to itself already.
  const node = crypto.randomUUID()
  const listeners: ((topic: string | null) => void)[] = []
  const tell = (topic: string | null) => {
    for (const listener of listeners) listener(topic)
  }
  let stopped = false
  let listens = false
  let client: pg.Client
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect(): Promise<void> {
    client = new pg.Client({ connectionString: url, keepAlive: true })
    const current = client
    let lost = false
    let heard = false
    const reconnect = (error?: Error) => {
      if (stopped || lost || current !== client) return
      lost = true
      listens = false
      log.warn('lost the connection that hears of changes', { reason: error?.message })
      timer = setTimeout(
        () =>
          connect().then(
            () => tell(null),
            () => undefined,
          ),
        heard ? 0 : reconnectMilliseconds,
      )
    }
    client.on('error', reconnect)
    client.on('end', () => reconnect())
    client.on('notification', ({ payload = '' }) => {
      const space = payload.indexOf(' ')
      if (payload.slice(0, space) !== node) tell(payload.slice(space + 1))
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      heard = true
      listens = true
    } catch (error) {
      reconnect(error as Error)
      throw error
    }
  }

  await connect()
  return {
    tell,
    isListening: () => listens,
    /** What is sent through the channel to tell all nodes of a topic. */
    payloadOf: (topic: string) => `${node} ${topic}`,
    subscribe: (listener: (topic: string | null) => void) => void listeners.push(listener),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client.end().catch(() => undefined)
    },
  }
}
