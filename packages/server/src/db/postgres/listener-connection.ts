// A connection for the change feed. Whatever it is used for has a deadline, so it never hangs for longer.
import pg from 'pg'
import { waitAtMost } from '../../platform/concurrency/wait-at-most.ts'
import { clientOptions } from './pool.ts'

// How long a server may take for a response that normally takes a millisecond.
export const answerMilliseconds = 900

export class ListenerConnection {
  private client: pg.Client | null = null

  /** `onLost` is called whenever a connection that was in use has ended. */
  constructor(
    private readonly url: string,
    private readonly onLost: (reason: string) => void,
  ) {}

  get isUp(): boolean {
    return this.client !== null
  }

  /** Uses the connection, which is opened if there is none; closes it if that takes too long. */
  async use(work: (client: pg.Client, isNew: boolean) => Promise<void>): Promise<void> {
    const isNew = this.client === null
    const client = this.client ?? this.prepare()
    this.client = client
    try {
      const done = isNew ? client.connect().then(() => work(client, true)) : work(client, false)
      await waitAtMost(answerMilliseconds, done, () => {
        throw new Error('the database does not answer')
      })
    } catch (error) {
      this.drop(client)
      throw error
    }
  }

  close(): void {
    if (this.client) this.drop(this.client)
  }

  private prepare(): pg.Client {
    const client = new pg.Client({ ...clientOptions(this.url), connectionTimeoutMillis: answerMilliseconds })
    let reason = 'the server has closed it'
    client.on('error', (error) => {
      reason = error.message
    })
    client.on('end', () => {
      if (this.client !== client) return
      this.client = null
      this.onLost(reason)
    })
    return client
  }

  private drop(client: pg.Client): void {
    if (this.client === client) this.client = null
    // While a query is running, this closes the connection without ending the session.
    void client.end().catch(() => undefined)
  }
}
