// Adds, duplicates, reorders and deletes the components of a microsite: shown at once, and saved by the server.
import type { Component, ComponentKind } from '@linnet/contract'
import { useRef, useState } from 'react'
import { showToast } from '../../../components/toast-queue.ts'
import { client, newIdempotencyKey } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { undoToken, useUndoAction } from '../../history/undo.ts'
import { micrositeMessages } from '../messages.ts'
import { micrositeKeys } from '../queries.ts'
import { useNameOf } from './component-row.tsx'
import type { Data, Edits } from './edits.ts'

interface NewComponent {
  kind: ComponentKind
  data: Data
  /** Its index in the page; by default it comes last. */
  index?: number
}

interface ComponentChangesNeeds {
  slug: string
  /** The ids of the components in their order. */
  ids: string[]
  edits: Edits
  onDeleted(id: string): void
}

export function useComponentChanges({ slug, ids, edits, onDeleted }: ComponentChangesNeeds) {
  const text = useMessages(micrositeMessages)
  const nameOf = useNameOf()
  const showError = useErrorToast()
  const undoAction = useUndoAction()
  const reorder = useReordering(slug)
  const { add, busy } = useCreation({ slug, ids, reorder })

  async function duplicate({ kind, data }: Component, index: number) {
    const created = await add({ kind, data: copyOf(data), index })
    if (created && data.hasPassword === true)
      showToast({ title: text.duplicated(nameOf(created)), description: text.passwordLost })
  }

  async function remove(component: Component) {
    const undo = undoToken()
    try {
      await client.components.remove({ slug, componentId: component.id }, undo)
    } catch (error) {
      return showError(text.notSaved, error)
    }
    edits.discard(component.id)
    updateComponents(slug, (before) => before.filter(({ id }) => id !== component.id))
    onDeleted(component.id)
    showToast({
      title: text.deletedComponent(nameOf(component)),
      action: undoAction(undo.token),
    })
  }

  return { add, duplicate, remove, reorder, busy }
}

function updateComponents(slug: string, update: (before: Component[]) => Component[]): void {
  queryClient.setQueryData<Component[]>(micrositeKeys.components(slug), (before) => before && update(before))
}

/** A copy has no password, and must not reveal what the original locks: it stays locked until it gets one. */
const copyOf = ({ hasPassword, password: _never, ...data }: Data): Data =>
  hasPassword === true ? { passwordActive: true, ...data } : data

function useErrorToast() {
  const language = useLanguage()
  return (title: string, error: unknown) =>
    showToast({ kind: 'bad', title, description: messageOf(error, language) })
}

/** Puts the components into the order of the given ids. */
function useReordering(slug: string) {
  const text = useMessages(micrositeMessages)
  const showError = useErrorToast()
  return async (ids: string[]) => {
    const positions = new Map(ids.map((id, index) => [id, index]))
    updateComponents(slug, (before) =>
      before.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)),
    )
    try {
      await client.components.order({ slug, orders: ids })
    } catch (error) {
      showError(text.orderFailed, error)
      await queryClient.invalidateQueries({ queryKey: micrositeKeys.components(slug) })
    }
  }
}

interface CreationNeeds {
  slug: string
  ids: string[]
  reorder(ids: string[]): Promise<void>
}

/** Creates one component at a time; resolves to null if that fails. */
function useCreation({ slug, ids, reorder }: CreationNeeds) {
  const text = useMessages(micrositeMessages)
  const showError = useErrorToast()
  const [busy, setBusy] = useState(false)
  const key = useRef(newIdempotencyKey())
  const isCreating = useRef(false)

  async function add({ kind, data, index }: NewComponent): Promise<Component | null> {
    // A double click creates one component.
    if (isCreating.current) return null
    isCreating.current = true
    setBusy(true)
    try {
      const { data: created } = await client.components.create(
        { slug, kind, data },
        { idempotencyKey: key.current },
      )
      key.current = newIdempotencyKey()
      updateComponents(slug, (before) => [...before, created])
      if (index !== undefined)
        await reorder(ids.filter((id) => id !== created.id).toSpliced(index, 0, created.id))
      return created
    } catch (error) {
      showError(text.notSaved, error)
      return null
    } finally {
      isCreating.current = false
      setBusy(false)
    }
  }
  return { add, busy }
}
