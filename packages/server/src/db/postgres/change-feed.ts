// The change feed: receives announcements of other nodes, immediately with LISTEN, or by polling if that doesn't work.
import type { Client } from 'pg'
import type { Log } from '../../platform/observability/log.ts'
import { PollingLoop } from '../polling-loop.ts'
import {
  type Announcement,
  channel,
  hasRow,
  isOfNode,
  pollChanges,
  readPayload,
  senderOf,
} from './change-log.ts'
import { answerMilliseconds, ListenerConnection } from './listener-connection.ts'

// How often a node that listens checks whether it has missed something, and whether its connection still works.
const checkMilliseconds = 800
const pollMilliseconds = 40
// The longest pause while the database is unavailable, and before retrying to listen over a connection that delivers no
// notifications.
const awayMilliseconds = 500
const undeliveredMilliseconds = 30_000
// While it listens, it doesn't poll; losing the connection triggers the polling loop.
const restMilliseconds = 60_000
// A process that has not even tried to poll for this long was frozen: then answers from memory wait this long for a poll.
const silenceMilliseconds = 2000
const catchUpMilliseconds = 250

const probe = 'probe'
// How long to wait for a notification, which normally takes a millisecond.
const arrivalMilliseconds = 300

export interface ChangeFeedNeeds {
  /** For polling; there may be a pooler in between. */
  url: string
  /** For listening; null if that is not possible. */
  listenUrl: string | null
  log: Log
  /** Sends a notification over another connection. */
  notify(payload: string): Promise<unknown>
}

export class ChangeFeed {
  private readonly node = crypto.randomUUID()
  private announced = 0
  private readonly listeners: ((topic: string | null) => void)[] = []
  /** What was received since the last poll, and between the two polls before, so that a poll reports nothing twice. */
  private received = new Set<string>()
  private receivedBefore = new Set<string>()
  /** Whether there are nodes of the first release, which write no rows. */
  private someWriteNoRows = false
  private snapshot: string | null = null
  /** When the last successful poll began, or the last failed one was abandoned. */
  private tried = performance.now()
  private polled = Promise.withResolvers<void>()
  private onProbe = () => {}

  /** Whether sessions at `url` belong to this process alone, and not to a pooler: known once it has listened there. */
  ownsSessions = false

  private isListening = false
  private readonly listening: ListenerConnection | null
  private readonly polling: ListenerConnection
  private readonly loops: { listen: PollingLoop; poll: PollingLoop }

  constructor(private readonly needs: ChangeFeedNeeds) {
    const { url, listenUrl } = needs
    this.listening =
      listenUrl === null ? null : new ListenerConnection(listenUrl, (reason) => this.lose(reason))
    this.polling = new ListenerConnection(url, () => {})
    this.loops = {
      listen: new PollingLoop(() => this.listen(), { every: checkMilliseconds, longest: awayMilliseconds }),
      poll: new PollingLoop(() => this.poll(), { every: pollMilliseconds, longest: awayMilliseconds }),
    }
  }

  /** Resolves once it receives changes; throws if the database allows neither way. */
  async begin(): Promise<void> {
    if (this.listening) await this.listen().catch((error: Error) => this.warn(error.message))
    if (!this.isListening) await this.poll()
    if (this.listening) this.loops.listen.begin()
    this.loops.poll.begin()
  }

  stop(): void {
    this.loops.listen.stop()
    this.loops.poll.stop()
    this.listening?.close()
    this.polling.close()
  }

  /** Whether it receives changes immediately, by listening or by polling. */
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

  /** Reports this node's own changes; if they may not be committed, a poll may report them again. */
  reportOwn(announcements: Announcement[], areCommitted: boolean): void {
    for (const { sender, topic } of announcements) {
      if (areCommitted) this.received.add(sender)
      this.report(topic)
    }
  }

  /** Whether it has not even tried to poll for a while, as after being frozen. */
  isBehind(): boolean {
    return performance.now() - this.tried > silenceMilliseconds
  }

  /** Triggers a poll and waits for it, but not for long, because the database may be unavailable. */
  async catchUp(): Promise<void> {
    const requestedAt = performance.now()
    this.loops.listen.trigger()
    this.loops.poll.trigger()
    for (
      let left = catchUpMilliseconds;
      left > 0 && this.tried < requestedAt;
      left = requestedAt + catchUpMilliseconds - performance.now()
    )
      await Promise.race([this.polled.promise, Bun.sleep(left)])
    this.tried = Math.max(this.tried, requestedAt)
  }

  private report(topic: string | null): void {
    for (const listener of this.listeners) listener(topic)
  }

  private async listen(): Promise<void> {
    await this.try(this.listening as ListenerConnection, async (client, isNew) => {
      if (isNew) {
        client.on('notification', ({ payload }) => this.receive(readPayload(payload)))
        await client.query(`listen ${channel}`)
        await this.probe()
      }
      await this.readNew(client, isNew)
      // Announcements of the first release in the meantime are not stored.
      if (isNew && this.someWriteNoRows) this.report(null)
      this.isListening = true
      this.ownsSessions = this.needs.listenUrl === this.needs.url
    })
  }

  /** Polls, unless it listens. */
  private async poll(): Promise<void> {
    if (!this.isListening) return await this.try(this.polling, (client, isNew) => this.readNew(client, isNew))
    this.polling.close()
    this.loops.poll.pauseFor(restMilliseconds)
  }

  private async try(
    connection: ListenerConnection,
    work: (client: Client, isNew: boolean) => Promise<void>,
  ): Promise<void> {
    const begun = performance.now()
    const wasUp = connection.isUp
    try {
      await connection.use(work)
      this.tried = Math.max(this.tried, begun)
    } catch (error) {
      if (connection === this.listening) this.lose((error as Error).message)
      // A broken connection says nothing about the database; and while the process was frozen, nothing was tried.
      if (!wasUp) this.tried = Math.max(this.tried, Math.min(performance.now(), begun + answerMilliseconds))
      throw error
    } finally {
      this.polled.resolve()
      this.polled = Promise.withResolvers()
    }
  }

  private async readNew(client: Client, isNew: boolean): Promise<void> {
    const { snapshot, announcements } = await pollChanges(client, this.snapshot, isNew)
    this.snapshot = snapshot
    if (announcements === null) this.report(null)
    else
      for (const { sender, topic } of announcements)
        if (!this.received.has(sender) && !this.receivedBefore.has(sender)) this.report(topic)
    this.receivedBefore = this.received
    this.received = new Set()
  }

  private receive({ sender, topic }: Announcement): void {
    if (isOfNode(sender, this.node)) return void (topic === probe && this.onProbe())
    if (hasRow(sender)) this.received.add(sender)
    else this.someWriteNoRows = true
    this.report(topic)
  }

  /** A pooler accepts LISTEN, but delivers nothing, so a notification is sent over another connection. */
  private async probe(): Promise<void> {
    const { promise: arrival, resolve, reject } = Promise.withResolvers<void>()
    this.onProbe = resolve
    await this.needs.notify(`${this.newSender()} ${probe}`)
    const timeout = setTimeout(() => {
      this.loops.listen.pauseFor(undeliveredMilliseconds)
      reject(new Error('no notifications arrive; set DATABASE_LISTEN_URL to a direct address of PostgreSQL'))
    }, arrivalMilliseconds)
    try {
      await arrival
    } finally {
      clearTimeout(timeout)
    }
  }

  private lose(reason: string): void {
    if (!this.isListening) return
    this.warn(reason)
    this.isListening = false
    this.loops.listen.trigger()
    this.loops.poll.trigger()
  }

  private warn(reason: string): void {
    this.needs.log.warn('notifications do not arrive; polling for changes instead', { reason })
  }
}
