// Unsaved edits of a microsite's components: they survive reloads and lost connections, and are saved one at a time.
import type { Component, ComponentKind } from '@linnet/contract'
import { componentData } from '@linnet/contract/component-kinds'
import { validate } from '@linnet/contract/validation'
import { notifyManager } from '@tanstack/react-query'
import { ApiError, ConnectionLost, client } from '../../../lib/client.ts'
import { readableFaults } from '../../../lib/failures.ts'
import { queryClient } from '../../../lib/queries.ts'
import { currentWorkspace } from '../../../lib/workspace/current.ts'
import { micrositeKeys } from '../queries.ts'

export type Data = Record<string, unknown>
export interface ComponentContent {
  data: Data
  active: boolean
}

/**
 * `waiting` for the next pause in typing, `invalid` until the errors are corrected, `conflict` if the component was
 * changed elsewhere, `deleted` if it was deleted elsewhere.
 */
export type EditState = 'waiting' | 'saving' | 'failed' | 'invalid' | 'conflict' | 'deleted'

export interface Edit extends ComponentContent {
  /** The component when the edit began. */
  base: Component
  /** The content that was sent last: it may have been saved even if no response arrived. */
  sent?: ComponentContent
  state: EditState
  failure?: unknown
  theirs?: Component
  revision: number
}

const pauseMilliseconds = 600
const retryMilliseconds = 4000

/** The validation errors of a component's content, by field path, in the user's language. */
export function fieldErrorsIn(kind: ComponentKind, data: Data): Record<string, string> {
  return readableFaults(validate(componentData[kind], data).details ?? [])
}

/** The data without invalid fields and list entries, for the preview. */
export function validData(kind: ComponentKind, data: Data): Data {
  const invalidPaths = new Set(
    Object.keys(fieldErrorsIn(kind, data)).map((path) => path.split('.', 2).join('.')),
  )
  const isValid = (path: string) => !invalidPaths.has(path)
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => isValid(name))
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((_, index) => isValid(`${name}.${index}`)) : value,
      ]),
  )
}

const withoutPassword = ({ hasPassword: _, password: _password, ...data }: Data): Data => data

/** A string that is the same for equal content, whatever the order of its fields. */
const canonical = ({ data, active }: ComponentContent): string =>
  JSON.stringify([withoutPassword(data), active], (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** The edits of one microsite. Saving continues after its editor is closed. */
export class Edits {
  #edits: ReadonlyMap<string, Edit> = new Map()
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #sending = new Set<string>()

  constructor(
    private readonly slug: string,
    private readonly storageKey: string,
  ) {
    for (const stored of this.#readStored()) {
      this.#set({ ...stored, state: 'waiting', revision: 0 })
      this.#schedule(stored.base.id)
    }
    addEventListener('online', () => this.retry())
    // Edits survive a reload, but not the closing of the tab.
    addEventListener('beforeunload', (event) => {
      if (this.#edits.size > 0) event.preventDefault()
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  all = (): ReadonlyMap<string, Edit> => this.#edits

  /** Changes a component's content, and saves it at the next pause in typing, or `now`. */
  change(component: Component, content: Partial<ComponentContent>, now = false): void {
    const before = this.#edits.get(component.id)
    this.#set({
      base: before?.base ?? component,
      data: content.data ?? before?.data ?? component.data,
      active: content.active ?? before?.active ?? component.active,
      state: before?.state === 'conflict' || before?.state === 'deleted' ? before.state : 'waiting',
      theirs: before?.theirs,
      sent: before?.sent,
      revision: (before?.revision ?? 0) + 1,
    })
    this.#schedule(component.id, now ? 0 : pauseMilliseconds)
  }

  /** Saves failed edits again. */
  retry(): void {
    for (const [id, { state }] of this.#edits) if (state === 'failed') this.#schedule(id, 0)
  }

  /** Resolves a conflict in favour of what was typed here. */
  keepMine(id: string): void {
    const edit = this.#edits.get(id)
    if (!edit?.theirs) return
    this.#set({ ...edit, base: edit.theirs, theirs: undefined, state: 'waiting' })
    this.#schedule(id, 0)
  }

  /** Resolves a conflict in favour of what was saved elsewhere. */
  takeTheirs(id: string): void {
    const theirs = this.#edits.get(id)?.theirs
    if (theirs) this.#applySaved(theirs, () => this.discard(id))
  }

  /** Discards what was typed. */
  discard(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#remove(id)
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
    // An edit that is being sent is scheduled again afterwards.
    if (!edit || this.#sending.has(id) || edit.state === 'conflict' || edit.state === 'deleted') return
    const { base, data, active, revision } = edit
    if (Object.keys(fieldErrorsIn(base.kind, data)).length > 0)
      return this.#set({ ...edit, state: 'invalid' })
    this.#sending.add(id)
    this.#set({ ...edit, state: 'saving', failure: undefined })
    try {
      const { data: current } = await client.components.list({ slug: this.slug, componentId: id })
      const theirs = current[0]
      if (!theirs) return this.#update(id, { state: 'deleted' })
      const isMine = canonical(theirs) === canonical(edit)
      const isKnown = [base, ...(edit.sent ? [edit.sent] : [])].some(
        (content) => canonical(content) === canonical(theirs),
      )
      if (!isMine && !isKnown) return this.#update(id, { state: 'conflict', theirs })
      const { hasPassword: _, ...sent } = data
      this.#update(id, { sent: { data: withoutPassword(data), active } })
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
      this.#applySaved(saved, () => {
        const now = this.#edits.get(id)
        if (!now) return
        if (now.revision === revision) return this.#remove(id)
        this.#set({ ...now, base: saved, sent: undefined, state: 'waiting' })
        this.#schedule(id)
      })
    } catch (error) {
      const isDeleted = error instanceof ApiError && error.status === 404
      this.#update(id, isDeleted ? { state: 'deleted' } : { state: 'failed', failure: error })
      if (error instanceof ConnectionLost || (error instanceof ApiError && error.status >= 429))
        this.#schedule(id, retryMilliseconds)
    } finally {
      this.#sending.delete(id)
    }
  }

  /** Shows the saved component before `then` drops the edit, so that what was typed doesn't flicker. */
  #applySaved(saved: Component, then: () => void): void {
    const queryKey = micrositeKeys.components(this.slug)
    // A response that is still under way may be older than this one.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Component[]>(queryKey, (components) =>
      components?.map((component) => (component.id === saved.id ? saved : component)),
    )
    notifyManager.schedule(then)
  }

  /** Changes the state of an edit, together with anything typed since it was sent. */
  #update(id: string, changes: Partial<Edit>): void {
    const edit = this.#edits.get(id)
    if (edit) this.#set({ ...edit, ...changes })
  }

  #set(edit: Edit): void {
    this.#edits = new Map(this.#edits).set(edit.base.id, edit)
    this.#publish()
  }

  #remove(id: string): void {
    const edits = new Map(this.#edits)
    edits.delete(id)
    this.#edits = edits
    this.#publish()
  }

  #publish(): void {
    const stored = [...this.#edits.values()].map(({ base, sent, data, active }) => {
      // Passwords are never stored.
      const { password: _password, ...storable } = data
      return { base, sent, data: storable, active }
    })
    try {
      if (stored.length > 0) sessionStorage.setItem(this.storageKey, JSON.stringify(stored))
      else sessionStorage.removeItem(this.storageKey)
    } catch {
      // Without storage, or if it is full, the edits are still in memory and are still sent.
    }
    for (const listener of this.#listeners) listener()
  }

  #readStored(): Pick<Edit, 'base' | 'sent' | 'data' | 'active'>[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.storageKey) ?? '[]')
    } catch {
      return []
    }
  }
}

const editsByKey = new Map<string, Edits>()

/** The edits of a user's microsite: one object while the dashboard is open. */
export function editsOf(slug: string, userId: string): Edits {
  const key = ['linnet-edits', userId, currentWorkspace, slug].filter(Boolean).join('-')
  const edits = editsByKey.get(key) ?? new Edits(slug, key)
  editsByKey.set(key, edits)
  return edits
}
