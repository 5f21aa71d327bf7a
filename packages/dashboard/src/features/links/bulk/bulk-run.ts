// Sends many links, a hundred at a time: waits as the server says, tries again under the same key, and can be paused.
import type { AnswerOf, api } from '@linnet/contract'
import { ApiError, ConnectionLost, client, newIdempotencyKey } from '../../../lib/client.ts'
import type { BulkRow } from './rows.ts'

const atOnce = 100
// Of at most 1 MiB that a request may have.
const mostBytes = 900_000
const longestWaitSeconds = 30

export interface RowResult {
  shortUrl: string | null
  /** Why not, as the server says. */
  message: string | null
  code: string | null
}

export type RunState =
  | { is: 'running' | 'paused' | 'done' }
  /** Until a time, in milliseconds, because the server is busy, or nobody answers. */
  | { is: 'waiting'; until: number; why: 'busy' | 'lost' }
  /** Nothing more can be sent until somebody does something about it. */
  | { is: 'stopped'; error: unknown }

export interface RunView {
  state: RunState
  results: ReadonlyMap<number, RowResult>
  made: number
  failed: number
  total: number
}

/** A request whose answer is not known: what is sent again under its key is done once. */
export interface BatchUnderWay {
  key: string
  /** Its links, in JSON. */
  links: string
}

type Answer = AnswerOf<typeof api.links.createMany>

export class BulkRun {
  private view: RunView
  private readonly results = new Map<number, RowResult>()
  private readonly listeners = new Set<() => void>()
  private next = 0
  private key = newIdempotencyKey()
  private tries = 0
  private isSending = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `before` is what was under way when the same rows were left. */
  constructor(
    private readonly rows: readonly BulkRow[],
    before: BatchUnderWay | null = null,
    private readonly createMany: typeof client.links.createMany = client.links.createMany,
  ) {
    if (before && JSON.stringify(this.part().map(linkOf)) === before.links) this.key = before.key
    this.view = { state: { is: 'paused' }, results: this.results, made: 0, failed: 0, total: rows.length }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): RunView => this.view

  start(): void {
    clearTimeout(this.timer)
    this.show({ state: { is: 'running' } })
    void this.send()
  }

  /** What is under way comes to its end; nothing more is sent. */
  pause(): void {
    clearTimeout(this.timer)
    this.show({ state: { is: 'paused' } })
  }

  /** The request that is under way, or the next one. */
  underWay(): BatchUnderWay {
    return { key: this.key, links: JSON.stringify(this.part().map(linkOf)) }
  }

  /** The rows that are sent next. */
  private part(): readonly BulkRow[] {
    const most = this.rows.slice(this.next, this.next + atOnce)
    let bytes = 0
    const end = most.findIndex((row, index) => {
      bytes += new TextEncoder().encode(JSON.stringify(linkOf(row))).length + 1
      return index > 0 && bytes > mostBytes
    })
    return end < 0 ? most : most.slice(0, end)
  }

  private show(change: Partial<RunView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  private async send(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      while (this.view.state.is === 'running') {
        const part = this.part()
        if (part.length === 0) {
          this.show({ state: { is: 'done' } })
          break
        }
        const links = part.map(linkOf)
        this.take(part, await this.createMany({ links }, { idempotencyKey: this.key }))
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.isSending = false
    }
  }

  private take(part: readonly BulkRow[], { data }: Answer): void {
    let { made, failed } = this.view
    for (const { index, success, error, message, data: link } of data.items) {
      const row = part[index]
      if (!row) continue
      if (success) made++
      else failed++
      this.results.set(row.number, {
        shortUrl: link?.short_url ?? null,
        message: success ? null : (message ?? error ?? ''),
        code: error ?? null,
      })
    }
    this.next += part.length
    this.key = newIdempotencyKey()
    this.tries = 0
    const state = this.next >= this.rows.length ? { state: { is: 'done' } as const } : {}
    this.show({ made, failed, results: new Map(this.results), ...state })
  }

  /** What passes by itself is waited for; the same key makes sure that nothing is made twice. */
  private fail(error: unknown): void {
    const isLost = error instanceof ConnectionLost
    const isBusy = error instanceof ApiError && (error.status === 429 || error.status >= 500)
    if (!isLost && !isBusy) {
      this.show({ state: { is: 'stopped', error } })
      return
    }
    if (this.view.state.is !== 'running') return
    this.tries++
    const told = error instanceof ApiError ? error.retryAfter : null
    const seconds = told ?? Math.min(longestWaitSeconds, 2 ** this.tries)
    this.show({
      state: { is: 'waiting', until: Date.now() + seconds * 1000, why: isLost ? 'lost' : 'busy' },
    })
    this.timer = setTimeout(() => this.start(), seconds * 1000)
  }
}

function linkOf({ long_url, short, title }: BulkRow) {
  return { long_url, ...(short ? { short } : {}), ...(title ? { title } : {}) }
}
