// The live view: streams an account's clicks to browsers as they happen. Nothing runs while no one is watching.
import { type LiveClick, Refusal } from '@linnet/contract'
import { EventStream, type StreamRoute, type StreamVisit } from '../../../platform/net/event-stream.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Clicks, readClickBlock } from '../../clicks/index.ts'
import type { Links } from '../../links/links/index.ts'
import type { StatisticsStore } from '../store.ts'
import type { LiveStore, NewBlock } from './live-store.ts'
import { NewBlocks } from './new-blocks.ts'

const pollMilliseconds = 1000
// Less than the idle time after which proxies, and this server, end a connection.
const beatMilliseconds = 15_000
const mostOfPerson = 10
const mostInAll = 500
// No one reads more in a second. For further clicks, only their number is sent.
const mostSent = 50
const mostRead = 5000

interface Listener {
  userId: number
  personId: number
  linkId: number | null
  stream: EventStream
  /** The number of clicks that were not sent to it. */
  missed: number
  isWelcome(): Promise<boolean>
}

/** A click without the names of its link. */
type FoundClick = Omit<LiveClick, 'link'> & { linkId: number }

export interface LiveNeeds {
  clock: Clock
  log: Log
  links: Links
  clicks: Clicks
}

export class LiveClicks implements StreamRoute {
  readonly path = '/live'
  private readonly listeners = new Set<Listener>()
  private readonly blocks: NewBlocks
  private started: Promise<void> | null = null
  private stops: (() => void)[] = []
  private isPolling = false
  private isOver = false

  constructor(
    private readonly store: LiveStore,
    private readonly statistics: StatisticsStore,
    private readonly needs: LiveNeeds,
  ) {
    this.blocks = new NewBlocks(store, () => needs.clock.elapsed())
  }

  /** Opens a stream for a browser; refuses if there are too many, or the account doesn't have the link. */
  async open({ url, caller, signal, isWelcome }: StreamVisit): Promise<ReadableStream<Uint8Array>> {
    const { workspaceId: userId, personId } = caller
    const short = url.searchParams.get('link')
    const link = short === null ? null : await this.needs.links.find({ userId, short })
    this.requireRoom(personId)
    const listener: Listener = {
      userId,
      personId,
      linkId: link?.id ?? null,
      missed: 0,
      isWelcome,
      stream: new EventStream(signal),
    }
    this.listeners.add(listener)
    listener.stream.onEnd(() => this.leave(listener))
    try {
      this.started ??= this.start().catch((error) => {
        this.started = null
        throw error
      })
      await this.started
    } catch (error) {
      listener.stream.end()
      throw error
    }
    return listener.stream.body
  }

  /** Ends all streams, and refuses new ones. */
  end(): void {
    this.isOver = true
    for (const { stream } of [...this.listeners]) stream.end()
  }

  private requireRoom(personId: number): void {
    if (this.isOver) throw new Refusal('unavailable', 'The service is stopping. Try again shortly.')
    const own = [...this.listeners].filter((one) => one.personId === personId).length
    if (own >= mostOfPerson)
      throw new Refusal(
        'rate_limited',
        `You can have at most ${mostOfPerson} live views open at once. Close one of them.`,
        undefined,
        60,
      )
    if (this.listeners.size >= mostInAll)
      throw new Refusal('unavailable', 'Too many live views are open at the moment. Try again later.')
  }

  private async start(): Promise<void> {
    const { clock } = this.needs
    await this.blocks.start()
    this.stops = [
      clock.every(pollMilliseconds, () => this.poll()),
      clock.every(beatMilliseconds, () => this.beat()),
    ]
    // All listeners may have left meanwhile.
    if (this.listeners.size === 0) this.stop()
  }

  private leave(listener: Listener): void {
    this.listeners.delete(listener)
    if (this.listeners.size === 0) this.stop()
  }

  private stop(): void {
    if (this.stops.length === 0) return
    for (const stop of this.stops) stop()
    this.stops = []
    this.started = null
  }

  private async beat(): Promise<void> {
    await Promise.all(
      [...this.listeners].map(async ({ stream, isWelcome }) => {
        // If the database is unavailable, this is left to the next time.
        if (await isWelcome().catch(() => true)) stream.beat()
        else stream.end()
      }),
    )
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return
    this.isPolling = true
    try {
      await this.needs.clicks.settle(null)
      const byAccount = new Map<number, NewBlock[]>()
      const userIds = [...new Set([...this.listeners].map(({ userId }) => userId))]
      const since = this.needs.clicks.keptSince()
      if (userIds.length === 0 || since === null) return
      for (const block of await this.blocks.find(userIds, since))
        byAccount.set(block.user_id, [...(byAccount.get(block.user_id) ?? []), block])
      for (const [userId, blocks] of byAccount) await this.notify(userId, blocks)
    } catch (error) {
      // The clicks are sent once polling works again, as long as they still count as new.
      if (!(error instanceof Refusal))
        this.needs.log.warn('the live view could not poll for clicks', { reason: String(error) })
    } finally {
      this.isPolling = false
    }
  }

  /** Sends the clicks in these blocks, which are newest first, to an account's listeners. */
  private async notify(userId: number, blocks: NewBlock[]): Promise<void> {
    const read: NewBlock[] = []
    let clicks = 0
    for (const block of blocks) {
      if (read.length > 0 && clicks + block.clicks > mostRead) break
      read.push(block)
      clicks += block.clicks
    }
    const unread = blocks.slice(read.length).reduce((sum, block) => sum + block.clicks, 0)
    const contents = await this.store.contents(
      userId,
      read.map(({ id }) => id),
    )
    const found = contents.flatMap(({ id, content }) => clicksOf(id, content)).sort((a, b) => a.at - b.at)
    const batches = [...this.listeners]
      .filter((listener) => listener.userId === userId)
      .map((listener) => {
        const wanted = found.filter(({ linkId }) => listener.linkId === null || listener.linkId === linkId)
        const newest = wanted.slice(-mostSent)
        listener.missed += wanted.length - newest.length + (listener.linkId === null ? unread : 0)
        return { listener, newest }
      })
    const links = await this.named(
      userId,
      batches.flatMap(({ newest }) => newest.map(({ linkId }) => linkId)),
    )
    for (const { listener, newest } of batches) this.send(listener, newest, links)
  }

  private send(listener: Listener, clicks: FoundClick[], links: Map<number, LiveClick['link']>): void {
    const { stream } = listener
    for (const { linkId, ...click } of clicks) {
      const link = links.get(linkId)
      if (link && !stream.send('click', { ...click, link } satisfies LiveClick)) listener.missed++
    }
    if (listener.missed > 0 && stream.send('missed', { clicks: listener.missed })) listener.missed = 0
  }

  private async named(userId: number, linkIds: number[]): Promise<Map<number, LiveClick['link']>> {
    if (linkIds.length === 0) return new Map()
    const names = await this.statistics.names(userId, [...new Set(linkIds)])
    return new Map(
      names.map((name) => {
        const { domain } = this.needs.links.addressOf(name)
        return [name.id, { id: name.public_id, short: name.code, domain, title: name.title }]
      }),
    )
  }
}

function clicksOf(blockId: number, content: string): FoundClick[] {
  return readClickBlock(content).map(({ qr, ...click }, index) => ({
    id: `${blockId}-${index}`,
    ...click,
    scan: qr,
  }))
}
