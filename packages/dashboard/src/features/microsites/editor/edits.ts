// What was typed into the components of a microsite and is not saved yet: kept over reloads and lost connections, sent one at a time.
import type { Component, ComponentKind } from '@linnet/contract'
import { componentData } from '@linnet/contract/component-data'
import { validate } from '@linnet/contract/validation'
import { notifyManager } from '@tanstack/react-query'
import { ApiError, ConnectionLost, client } from '../../../lib/client.ts'
import { readableFaults } from '../../../lib/failures.ts'
import { queryClient } from '../../../lib/queries.ts'
import { micrositeKeys } from '../queries.ts'

export type Data = Record<string, unknown>
export interface Content {
  data: Data
  active: boolean
}

/**
 * `waiting` for the next pause in typing, `invalid` until it is mended, `conflict` where it has become another one
 * elsewhere, `gone` where it was deleted.
 */
export type EditState = 'waiting' | 'saving' | 'failed' | 'invalid' | 'conflict' | 'gone'

export interface Edit extends Content {
  /** As it was when the edit began. */
  base: Component
  /** What was sent last: where no answer came, it may have been saved all the same. */
  sent?: Content
  state: EditState
  failure?: unknown
  theirs?: Component
  revision: number
}

const pauseMilliseconds = 600
const retryMilliseconds = 4000

/** The faults of what a component would hold, by the paths of its fields, in the language that is read. */
export function faultsOf(kind: ComponentKind, data: Data): Record<string, string> {
  return readableFaults(validate(componentData[kind], data).details ?? [])
}

/** The part that can be shown: without invalid fields and list entries. */
export function validData(kind: ComponentKind, data: Data): Data {
  const faulty = new Set(Object.keys(faultsOf(kind, data)).map((path) => path.split('.', 2).join('.')))
  const isRight = (path: string) => !faulty.has(path)
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => isRight(name))
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((_, index) => isRight(`${name}.${index}`)) : value,
      ]),
  )
}

const told = ({ hasPassword: _told, password: _never, ...data }: Data): Data => data

/** A text that is the same for the same content, whatever the order of its fields. */
const canonical = ({ data, active }: Content): string =>
  JSON.stringify([told(data), active], (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** The edits of one microsite; they go on being saved when its editor is closed. */
export class Edits {
  #edits: ReadonlyMap<string, Edit> = new Map()
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #sending = new Set<string>()

  constructor(
    private readonly slug: string,
    private readonly storageKey: string,
  ) {
    for (const kept of this.#restored()) {
      this.#put({ ...kept, state: 'waiting', revision: 0 })
      this.#schedule(kept.base.id)
    }
    addEventListener('online', () => this.retry())
    // A reload keeps them, but a tab that is closed takes them along.
    addEventListener('beforeunload', (event) => {
      if (this.#edits.size > 0) event.preventDefault()
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  all = (): ReadonlyMap<string, Edit> => this.#edits

  /** Notes what a component shall hold, and saves it at the next pause, or `now`. */
  change(component: Component, content: Partial<Content>, now = false): void {
    const before = this.#edits.get(component.id)
    this.#put({
      base: before?.base ?? component,
      data: content.data ?? before?.data ?? component.data,
      active: content.active ?? before?.active ?? component.active,
      state: before?.state === 'conflict' || before?.state === 'gone' ? before.state : 'waiting',
      theirs: before?.theirs,
      sent: before?.sent,
      revision: (before?.revision ?? 0) + 1,
    })
    this.#schedule(component.id, now ? 0 : pauseMilliseconds)
  }

  /** Tries again what failed. */
  retry(): void {
    for (const [id, { state }] of this.#edits) if (state === 'failed') this.#schedule(id, 0)
  }

  /** Settles a conflict: what was typed here wins over what was saved elsewhere. */
  keepMine(id: string): void {
    const edit = this.#edits.get(id)
    if (!edit?.theirs) return
    this.#put({ ...edit, base: edit.theirs, theirs: undefined, state: 'waiting' })
    this.#schedule(id, 0)
  }

  /** Settles it the other way. */
  takeTheirs(id: string): void {
    const theirs = this.#edits.get(id)?.theirs
    if (theirs) this.#known(theirs, () => this.discard(id))
  }

  /** Throws away what was typed. */
  discard(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#drop(id)
  }

  #schedule(id: string, milliseconds = pauseMilliseconds): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(
      id,
      setTimeout(() => void this.#save(id), milliseconds),
    )
  }

  async #save(id: string): Promise<void> {
    const edit = this.#edits.get(id)
    // What is on its way comes back here when it has arrived.
    if (!edit || this.#sending.has(id) || edit.state === 'conflict' || edit.state === 'gone') return
    const { base, data, active, revision } = edit
    if (Object.keys(faultsOf(base.kind, data)).length > 0) return this.#put({ ...edit, state: 'invalid' })
    this.#sending.add(id)
    this.#put({ ...edit, state: 'saving', failure: undefined })
    try {
      const { data: found } = await client.components.list({ slug: this.slug, componentId: id })
      const theirs = found[0]
      if (!theirs) return this.#settle(id, { state: 'gone' })
      const isMine = canonical(theirs) === canonical(edit)
      const isKnown = [base, ...(edit.sent ? [edit.sent] : [])].some(
        (content) => canonical(content) === canonical(theirs),
      )
      if (!isMine && !isKnown) return this.#settle(id, { state: 'conflict', theirs })
      const { hasPassword: _told, ...sent } = data
      this.#settle(id, { sent: { data: told(data), active } })
      const { data: saved } =
        isMine && !('password' in data)
          ? { data: theirs }
          : await client.components.update({
              slug: this.slug,
              componentId: id,
              kind: base.kind,
              active,
              data: sent,
            })
      this.#known(saved, () => {
        const now = this.#edits.get(id)
        if (!now) return
        if (now.revision === revision) return this.#drop(id)
        this.#put({ ...now, base: saved, sent: undefined, state: 'waiting' })
        this.#schedule(id)
      })
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      this.#settle(id, isGone ? { state: 'gone' } : { state: 'failed', failure: error })
      if (error instanceof ConnectionLost || (error instanceof ApiError && error.status >= 429))
        this.#schedule(id, retryMilliseconds)
    } finally {
      this.#sending.delete(id)
    }
  }

  /** Notes what is saved, and goes on when who shows it has been told: what was typed is not gone for a moment. */
  #known(saved: Component, then: () => void): void {
    const queryKey = micrositeKeys.components(this.slug)
    // An answer that is still on its way may be older than this one.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Component[]>(queryKey, (components) =>
      components?.map((one) => (one.id === saved.id ? saved : one)),
    )
    notifyManager.schedule(then)
  }

  /** Says how a save ended, of what was typed since then too. */
  #settle(id: string, ending: Partial<Edit>): void {
    const now = this.#edits.get(id)
    if (now) this.#put({ ...now, ...ending })
  }

  #put(edit: Edit): void {
    this.#edits = new Map(this.#edits).set(edit.base.id, edit)
    this.#tell()
  }

  #drop(id: string): void {
    const edits = new Map(this.#edits)
    edits.delete(id)
    this.#edits = edits
    this.#tell()
  }

  #tell(): void {
    const kept = [...this.#edits.values()].map(({ base, sent, data, active }) => {
      // A password is not for any storage.
      const { password: _secret, ...shown } = data
      return { base, sent, data: shown, active }
    })
    try {
      if (kept.length > 0) sessionStorage.setItem(this.storageKey, JSON.stringify(kept))
      else sessionStorage.removeItem(this.storageKey)
    } catch {
      // A browser without storage, or a full one: they are still here, and still sent.
    }
    for (const listener of this.#listeners) listener()
  }

  #restored(): Pick<Edit, 'base' | 'sent' | 'data' | 'active'>[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.storageKey) ?? '[]')
    } catch {
      return []
    }
  }
}

const known = new Map<string, Edits>()

/** The edits of a microsite of an account, the same as long as the dashboard is open. */
export function editsOf(slug: string, userId: string): Edits {
  const key = `linnet-edits-${userId}-${slug}`
  const edits = known.get(key) ?? new Edits(slug, key)
  known.set(key, edits)
  return edits
}
