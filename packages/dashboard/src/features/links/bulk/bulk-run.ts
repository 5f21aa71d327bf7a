// Sends many links in batches of a hundred: waits as long as the server says, retries with the same key, and can be paused.
import type { AnswerOf, api } from '@linnet/contract'
import { ApiError, ConnectionLost, client, newIdempotencyKey } from '../../../lib/client.ts'
import type { BulkRow } from './rows.ts'
import { settingsIn } from './settings.ts'

const batchSize = 100
// A request may have 1 MiB at most.
const mostBytes = 900_000
const longestWaitSeconds = 30

export interface RowResult {
  shortUrl: string | null
  /** Why there is no link, in the server's words. */
  message: string | null
  code: string | null
}

export type RunState =
  | { is: 'running' | 'paused' | 'done' }
  /** Retries at `until` (in milliseconds), because the server is busy or did not answer. */
  | { is: 'waiting'; until: number; why: 'busy' | 'lost' }
  /** Retrying would not help: somebody has to do something first. */
  | { is: 'stopped'; error: unknown }

export interface RunView {
  state: RunState
  results: ReadonlyMap<number, RowResult>
  created: number
  failed: number
  total: number
  /** Undoes all batches; null if a response with a token was lost. */
  undoTokens: readonly string[] | null
}

/** A request whose response is unknown: if it is repeated with its key, its links are created once. */
export interface BatchUnderWay {
  key: string
  /** Its links as JSON. */
  links: string
}

type BatchResponse = AnswerOf<typeof api.links.createMany>

export class BulkRun {
  private view: RunView
  private readonly results = new Map<number, RowResult>()
  private readonly listeners = new Set<() => void>()
  private next = 0
  private key = newIdempotencyKey()
  private tries = 0
  private isSending = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `before` is the batch that was in flight when the user left the same rows. */
  constructor(
    private readonly rows: readonly BulkRow[],
    before: BatchUnderWay | null = null,
    private readonly createMany: typeof client.links.createMany = client.links.createMany,
  ) {
    if (before && JSON.stringify(this.nextBatch().map(linkOf)) === before.links) this.key = before.key
    const none = { created: 0, failed: 0, undoTokens: [] }
    this.view = { state: { is: 'paused' }, results: this.results, total: rows.length, ...none }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): RunView => this.view

  start(): void {
    clearTimeout(this.timer)
    this.update({ state: { is: 'running' } })
    void this.send()
  }

  /** Lets a request that is under way finish, and sends no others. */
  pause(): void {
    clearTimeout(this.timer)
    this.update({ state: { is: 'paused' } })
  }

  /** The request that is under way, or the next one. */
  underWay(): BatchUnderWay {
    return { key: this.key, links: JSON.stringify(this.nextBatch().map(linkOf)) }
  }

  /** The rows that are sent next: as many as fit into a request. */
  private nextBatch(): readonly BulkRow[] {
    const most = this.rows.slice(this.next, this.next + batchSize)
    let bytes = 0
    const end = most.findIndex((row, index) => {
      bytes += new TextEncoder().encode(JSON.stringify(linkOf(row))).length + 1
      return index > 0 && bytes > mostBytes
    })
    return end < 0 ? most : most.slice(0, end)
  }

  private update(change: Partial<RunView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  private async send(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      while (this.view.state.is === 'running') {
        const batch = this.nextBatch()
        if (batch.length === 0) {
          this.update({ state: { is: 'done' } })
          break
        }
        const links = batch.map(linkOf)
        let token: string | undefined
        const onUndoToken = (it: string) => {
          token = it
        }
        const answer = await this.createMany({ links }, { idempotencyKey: this.key, onUndoToken })
        this.recordResults(batch, answer, token)
      }
    } catch (error) {
      this.handleFailure(error)
    } finally {
      this.isSending = false
    }
  }

  private recordResults(batch: readonly BulkRow[], { data }: BatchResponse, token: string | undefined): void {
    let { created, failed, undoTokens } = this.view
    for (const { index, success, error, message, data: link } of data.items) {
      const row = batch[index]
      if (!row) continue
      if (success) created++
      else failed++
      this.results.set(row.number, {
        shortUrl: link?.short_url ?? null,
        message: success ? null : (message ?? error ?? ''),
        code: error ?? null,
      })
    }
    if (token !== undefined) undoTokens = undoTokens && [...undoTokens, token]
    else if (data.items.some(({ success }) => success)) undoTokens = null
    this.next += batch.length
    this.key = newIdempotencyKey()
    this.tries = 0
    const state = this.next >= this.rows.length ? { state: { is: 'done' } as const } : {}
    this.update({ created, failed, undoTokens, results: new Map(this.results), ...state })
  }

  /** Retries after failures that pass; the same key makes sure that no link is created twice. */
  private handleFailure(error: unknown): void {
    const isLost = error instanceof ConnectionLost
    const isBusy = error instanceof ApiError && (error.status === 429 || error.status >= 500)
    if (!isLost && !isBusy) {
      this.update({ state: { is: 'stopped', error } })
      return
    }
    if (this.view.state.is !== 'running') return
    this.tries++
    const retryAfter = error instanceof ApiError ? error.retryAfter : null
    const seconds = retryAfter ?? Math.min(longestWaitSeconds, 2 ** this.tries)
    this.update({
      state: { is: 'waiting', until: Date.now() + seconds * 1000, why: isLost ? 'lost' : 'busy' },
    })
    this.timer = setTimeout(() => this.start(), seconds * 1000)
  }
}

function linkOf({ long_url, short, title, settings, template }: BulkRow) {
  return {
    long_url,
    ...(short ? { short } : {}),
    ...(title ? { title } : {}),
    ...settingsIn(settings),
    ...(template ? { utm_template: template } : {}),
  }
}
