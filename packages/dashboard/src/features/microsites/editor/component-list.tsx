// The parts of a page in their order: moved by mouse, finger and keys, added, doubled and deleted.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { Component, ComponentKind } from '@linnet/contract'
import { useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { LayoutTemplate, Plus } from '../../../components/icons.ts'
import { Empty } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client, newIdempotencyKey } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { micrositeMessages } from '../messages.ts'
import { micrositeKeys } from '../queries.ts'
import { ComponentRow, useNameOf } from './component-row.tsx'
import type { Data, Edit, Edits } from './edits.ts'
import { KindPicker } from './kind-picker.tsx'

interface ComponentListProps {
  slug: string
  /** As they are now, typed or saved. */
  components: Component[]
  edits: Edits
  edited: ReadonlyMap<string, Edit>
  taps: ReadonlyMap<string, number>
  current: string | null
  onCurrent(id: string | null): void
}

export function ComponentList(props: ComponentListProps) {
  const { slug, components, edits, edited, taps, current, onCurrent } = props
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const nameOf = useNameOf()
  const [isAdding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef(newIdempotencyKey())
  const isMaking = useRef(false)
  const hasMoved = useRef(false)
  const sensors = useSensors(
    // A tap is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = components.map(({ id }) => id)

  const setComponents = (change: (before: Component[]) => Component[]) =>
    queryClient.setQueryData<Component[]>(
      micrositeKeys.components(slug),
      (before) => before && change(before),
    )

  async function order(orders: string[]): Promise<void> {
    const places = new Map(orders.map((id, place) => [id, place]))
    setComponents((before) => before.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)))
    try {
      await client.components.order({ slug, orders })
    } catch (error) {
      showToast({ kind: 'bad', title: text.orderFailed, description: messageOf(error, language) })
      await queryClient.invalidateQueries({ queryKey: micrositeKeys.components(slug) })
    }
  }

  /** Adds a part at the end, or at a place; null where that was refused. */
  async function add(kind: ComponentKind, data: Data, place?: number): Promise<Component | null> {
    // Two presses in one breath are one part.
    if (isMaking.current) return null
    isMaking.current = true
    setBusy(true)
    try {
      const { data: made } = await client.components.create(
        { slug, kind, data },
        { idempotencyKey: key.current },
      )
      key.current = newIdempotencyKey()
      setComponents((before) => [...before, made])
      if (place !== undefined) await order(ids.filter((id) => id !== made.id).toSpliced(place, 0, made.id))
      return made
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
      return null
    } finally {
      isMaking.current = false
      setBusy(false)
    }
  }

  async function choose(kind: ComponentKind) {
    const made = await add(kind, {})
    if (!made) return
    setAdding(false)
    onCurrent(made.id)
  }

  // A copy has no password, and must not show what the original locks away: nobody opens it until it has one.
  const copyOf = ({ hasPassword, password: _never, ...data }: Data): Data =>
    hasPassword === true ? { passwordActive: true, ...data } : data

  async function duplicate({ kind, data }: Component, place: number) {
    const made = await add(kind, copyOf(data), place)
    if (made && data.hasPassword === true)
      showToast({ title: text.duplicated(nameOf(made)), description: text.passwordLost })
  }

  async function remove(component: Component) {
    const place = ids.indexOf(component.id)
    try {
      await client.components.remove({ slug, componentId: component.id })
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
      return
    }
    edits.discard(component.id)
    setComponents((before) => before.filter(({ id }) => id !== component.id))
    if (current === component.id) onCurrent(null)
    showToast({
      title: text.deletedPart(nameOf(component)),
      description: component.data.hasPassword === true ? text.passwordLost : undefined,
      action: {
        label: text.undo,
        onSelect: () => void restore(component, place),
      },
    })
  }

  async function restore(component: Component, place: number) {
    const now = queryClient.getQueryData<Component[]>(micrositeKeys.components(slug)) ?? []
    const made = await add(component.kind, copyOf(component.data))
    if (!made) return
    await order(now.map(({ id }) => id).toSpliced(place, 0, made.id))
    if (!component.active) edits.change(made, { active: false }, true)
  }

  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return
    void order(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }

  const called = (id: string | number) => {
    const component = components.find((one) => one.id === id)
    return component ? nameOf(component) : ''
  }
  const placeOf = (id: string | number) => ids.indexOf(String(id)) + 1
  const announcements: Announcements = {
    onDragStart({ active }) {
      hasMoved.current = false
      return text.grabbed(called(active.id))
    },
    onDragOver({ active, over }) {
      // That it lies where it was picked up is no news, and would cut off what was said of that.
      hasMoved.current ||= over !== null && over.id !== active.id
      return over && hasMoved.current ? text.over(called(active.id), placeOf(over.id), ids.length) : undefined
    },
    onDragEnd: ({ active, over }) =>
      over
        ? text.dropped(called(active.id), placeOf(over.id), ids.length)
        : text.cancelled(called(active.id)),
    onDragCancel: ({ active }) => text.cancelled(called(active.id)),
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button look="primary" icon={<Plus />} busy={busy} onClick={() => setAdding(true)} className="w-full">
        {text.add}
      </Button>
      {components.length === 0 ? (
        <Empty icon={<LayoutTemplate />} title={text.emptyTitle}>
          {text.empty}
        </Empty>
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements, screenReaderInstructions: { draggable: text.grabHint } }}
          onDragStart={() => onCurrent(null)}
          onDragEnd={drop}
        >
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {components.map((component, place) => (
                <ComponentRow
                  key={component.id}
                  component={component}
                  edit={edited.get(component.id)}
                  edits={edits}
                  taps={taps.get(component.id)}
                  isOpen={current === component.id}
                  onToggle={() => onCurrent(current === component.id ? null : component.id)}
                  onDuplicate={() => void duplicate(component, place + 1)}
                  onDelete={() => void remove(component)}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
      <KindPicker
        open={isAdding}
        present={components.map(({ kind }) => kind)}
        onClose={() => setAdding(false)}
        onChoose={(kind) => void choose(kind)}
      />
    </div>
  )
}
