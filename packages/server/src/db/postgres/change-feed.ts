// Hears what other nodes announce: at once by listening, and by looking where nothing is heard.
import type { Client } from 'pg'
import type { Log } from '../../platform/observability/log.ts'
import { PollingLoop } from '../polling-loop.ts'
import { type Announcement, channel, hasRow, isOfNode, look, readPayload, senderOf } from './change-log.ts'
import { answerMilliseconds, ListenerConnection } from './listener-connection.ts'

// How often a node that listens looks whether it has missed something, and whether the connection still carries anything.
const checkMilliseconds = 800
const pollMilliseconds = 40
// The longest pause while the database is away, and before a way that carries no notifications is tried again.
const awayMilliseconds = 500
const deafMilliseconds = 30_000
// While it listens, nobody needs to look; who loses the connection hurries.
const restMilliseconds = 60_000
// Who has tried nothing for longer has been frozen: an answer from memory waits so long for a look.
const silenceMilliseconds = 2000
const hurryMilliseconds = 250

const probe = 'probe'
// How long a notification may take that takes a millisecond.
const arrivalMilliseconds = 300

export interface Ways {
  /** For looking; a pooler may stand in between. */
  url: string
  /** For listening, where that is possible. */
  listenUrl: string | null
  log: Log
  /** Sends a notification by another connection. */
  notify(payload: string): Promise<unknown>
}

export class ChangeFeed {
  private readonly node = crypto.randomUUID()
  private announced = 0
  private readonly listeners: ((topic: string | null) => void)[] = []
  /** What was heard since the last look, and between the two before: a look tells nothing twice. */
  private heard = new Set<string>()
  private heardBefore = new Set<string>()
  /** Whether nodes of the first release are about, who write no rows. */
  private someWriteNoRows = false
  private snapshot: string | null = null
  /** When the last look began that was answered, or the last one that was not was given up. */
  private tried = performance.now()
  private looked = Promise.withResolvers<void>()
  private onProbe = () => {}

  /** Whether a session at `url` is this process's alone, which it is not behind a pooler: by then it has heard there. */
  ownsSessions = false

  private isListening = false
  private readonly listening: ListenerConnection | null
  private readonly polling: ListenerConnection
  private readonly rounds: { listen: PollingLoop; poll: PollingLoop }

  constructor(private readonly ways: Ways) {
    const { url, listenUrl } = ways
    this.listening =
      listenUrl === null ? null : new ListenerConnection(listenUrl, (reason) => this.lose(reason))
    this.polling = new ListenerConnection(url, () => {})
    this.rounds = {
      listen: new PollingLoop(() => this.listen(), { every: checkMilliseconds, longest: awayMilliseconds }),
      poll: new PollingLoop(() => this.poll(), { every: pollMilliseconds, longest: awayMilliseconds }),
    }
  }

  /** Resolves when it hears; throws where the database gives no way to. */
  async begin(): Promise<void> {
    if (this.listening) await this.listen().catch((error: Error) => this.warn(error.message))
    if (!this.isListening) await this.poll()
    if (this.listening) this.rounds.listen.begin()
    this.rounds.poll.begin()
  }

  stop(): void {
    this.rounds.listen.stop()
    this.rounds.poll.stop()
    this.listening?.hangUp()
    this.polling.hangUp()
  }

  /** Whether it learns of changes as they come, by listening or by looking. */
  listens(): boolean {
    return this.isListening || this.polling.isUp
  }

  subscribe(listener: (topic: string | null) => void): void {
    this.listeners.push(listener)
  }

  /** A name for an announcement of this node. */
  newSender(): string {
    return senderOf(this.node, this.announced++)
  }

  /** Tells this node's own; where it is not sure that they were committed, a look may tell them once more. */
  tellOwn(announcements: Announcement[], areCommitted: boolean): void {
    for (const { sender, topic } of announcements) {
      if (areCommitted) this.heard.add(sender)
      this.tell(topic)
    }
  }

  /** Whether it has not even tried to hear for a while, as after being frozen. */
  isBehind(): boolean {
    return performance.now() - this.tried > silenceMilliseconds
  }

  /** Has a look begin, and waits for it: but not for long, for the database may be away. */
  async catchUp(): Promise<void> {
    const asked = performance.now()
    this.rounds.listen.trigger()
    this.rounds.poll.trigger()
    for (
      let left = hurryMilliseconds;
      left > 0 && this.tried < asked;
      left = asked + hurryMilliseconds - performance.now()
    )
      await Promise.race([this.looked.promise, Bun.sleep(left)])
    this.tried = Math.max(this.tried, asked)
  }

  private tell(topic: string | null): void {
    for (const listener of this.listeners) listener(topic)
  }

  private async listen(): Promise<void> {
    await this.try(this.listening as ListenerConnection, async (client, isNew) => {
      if (isNew) {
        client.on('notification', ({ payload }) => this.hear(readPayload(payload)))
        await client.query(`listen ${channel}`)
        await this.probe()
      }
      await this.look(client, isNew)
      // What the first release has told meanwhile stands nowhere.
      if (isNew && this.someWriteNoRows) this.tell(null)
      this.isListening = true
      this.ownsSessions = this.ways.listenUrl === this.ways.url
    })
  }

  /** Looks, unless it listens. */
  private async poll(): Promise<void> {
    if (!this.isListening) return await this.try(this.polling, (client, isNew) => this.look(client, isNew))
    this.polling.hangUp()
    this.rounds.poll.pauseFor(restMilliseconds)
  }

  private async try(
    line: ListenerConnection,
    work: (client: Client, isNew: boolean) => Promise<void>,
  ): Promise<void> {
    const begun = performance.now()
    const wasUp = line.isUp
    try {
      await line.use(work)
      this.tried = Math.max(this.tried, begun)
    } catch (error) {
      if (line === this.listening) this.lose((error as Error).message)
      // A connection that has broken says nothing of the database; and who was frozen meanwhile has not tried that long.
      if (!wasUp) this.tried = Math.max(this.tried, Math.min(performance.now(), begun + answerMilliseconds))
      throw error
    } finally {
      this.looked.resolve()
      this.looked = Promise.withResolvers()
    }
  }

  private async look(client: Client, isNew: boolean): Promise<void> {
    const { snapshot, announcements } = await look(client, this.snapshot, isNew)
    this.snapshot = snapshot
    if (announcements === null) this.tell(null)
    else
      for (const { sender, topic } of announcements)
        if (!this.heard.has(sender) && !this.heardBefore.has(sender)) this.tell(topic)
    this.heardBefore = this.heard
    this.heard = new Set()
  }

  private hear({ sender, topic }: Announcement): void {
    if (isOfNode(sender, this.node)) return void (topic === probe && this.onProbe())
    if (hasRow(sender)) this.heard.add(sender)
    else this.someWriteNoRows = true
    this.tell(topic)
  }

  /** A pooler takes the wish to listen and delivers nothing: so something is sent, by another way. */
  private async probe(): Promise<void> {
    const { promise: arrival, resolve, reject } = Promise.withResolvers<void>()
    this.onProbe = resolve
    await this.ways.notify(`${this.newSender()} ${probe}`)
    const deaf = setTimeout(() => {
      this.rounds.listen.pauseFor(deafMilliseconds)
      reject(new Error('no notifications come through; name a direct address in DATABASE_LISTEN_URL'))
    }, arrivalMilliseconds)
    try {
      await arrival
    } finally {
      clearTimeout(deaf)
    }
  }

  private lose(reason: string): void {
    if (!this.isListening) return
    this.warn(reason)
    this.isListening = false
    this.rounds.listen.trigger()
    this.rounds.poll.trigger()
  }

  private warn(reason: string): void {
    this.ways.log.warn('does not hear of changes by listening', { reason })
  }
}
