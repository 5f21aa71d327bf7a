// The components of a microsite in their order: moved by mouse, touch and keyboard, added, duplicated and deleted.
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
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { LayoutTemplate, Plus } from '../../../components/icons.ts'
import { Empty } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'
import { useComponentChanges } from './component-changes.ts'
import { ComponentRow, useNameOf } from './component-row.tsx'
import type { Edit, Edits } from './edits.ts'
import { KindPicker } from './kind-picker.tsx'

interface ComponentListProps {
  slug: string
  /** With unsaved edits. */
  components: Component[]
  edits: Edits
  edited: ReadonlyMap<string, Edit>
  taps: ReadonlyMap<string, number>
  /** The id of the open component. */
  current: string | null
  onCurrent(id: string | null): void
}

export function ComponentList(props: ComponentListProps) {
  const { slug, components, edits, edited, taps, current, onCurrent } = props
  const text = useMessages(micrositeMessages)
  const { add, duplicate, remove, reorder, busy } = useComponentChanges({
    slug,
    ids: components.map(({ id }) => id),
    edits,
    onDeleted(id) {
      if (current === id) onCurrent(null)
    },
  })

  /** Resolves to whether the component was created. */
  async function create(kind: ComponentKind): Promise<boolean> {
    const created = await add({ kind, data: {} })
    if (created) onCurrent(created.id)
    return created !== null
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AddComponent busy={busy} present={components.map(({ kind }) => kind)} onAdd={create} />
      {components.length === 0 ? (
        <Empty icon={<LayoutTemplate />} title={text.emptyTitle}>
          {text.empty}
        </Empty>
      ) : (
        <SortableList
          components={components}
          onDragStart={() => onCurrent(null)}
          onReorder={(ids) => void reorder(ids)}
        >
          {components.map((component, index) => (
            <ComponentRow
              key={component.id}
              component={component}
              edit={edited.get(component.id)}
              edits={edits}
              taps={taps.get(component.id)}
              isOpen={current === component.id}
              onToggle={() => onCurrent(current === component.id ? null : component.id)}
              onDuplicate={() => void duplicate(component, index + 1)}
              onDelete={() => void remove(component)}
            />
          ))}
        </SortableList>
      )}
    </div>
  )
}

interface AddComponentProps {
  busy: boolean
  /** The kinds that are already on the page. */
  present: ComponentKind[]
  onAdd(kind: ComponentKind): Promise<boolean>
}

function AddComponent({ busy, present, onAdd }: AddComponentProps) {
  const text = useMessages(micrositeMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Plus />} busy={busy} onClick={() => setOpen(true)} className="w-full">
        {text.add}
      </Button>
      <KindPicker
        open={isOpen}
        present={present}
        onClose={() => setOpen(false)}
        onChoose={(kind) => void onAdd(kind).then((isAdded) => isAdded && setOpen(false))}
      />
    </>
  )
}

interface SortableListProps {
  components: Component[]
  onDragStart(): void
  /** The ids in their new order. */
  onReorder(ids: string[]): void
  children: ReactNode
}

function SortableList({ components, onDragStart, onReorder, children }: SortableListProps) {
  const text = useMessages(micrositeMessages)
  const announcements = useAnnouncements(components)
  const sensors = useSensors(
    // A tap is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = components.map(({ id }) => id)

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return
    onReorder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text.grabHint } }}
      onDragStart={onDragStart}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</ul>
      </SortableContext>
    </DndContext>
  )
}

/** What screen readers announce while a component is moved. */
function useAnnouncements(components: Component[]): Announcements {
  const text = useMessages(micrositeMessages)
  const nameOf = useNameOf()
  const hasMoved = useRef(false)
  const nameById = (id: string | number) => {
    const component = components.find((component) => component.id === id)
    return component ? nameOf(component) : ''
  }
  const positionOf = (id: string | number) => components.findIndex((component) => component.id === id) + 1
  return {
    onDragStart({ active }) {
      hasMoved.current = false
      return text.grabbed(nameById(active.id))
    },
    onDragOver({ active, over }) {
      // Announcing its own position first would interrupt the announcement that it was picked up.
      hasMoved.current ||= over !== null && over.id !== active.id
      return over && hasMoved.current
        ? text.over(nameById(active.id), positionOf(over.id), components.length)
        : undefined
    },
    onDragEnd: ({ active, over }) =>
      over
        ? text.dropped(nameById(active.id), positionOf(over.id), components.length)
        : text.cancelled(nameById(active.id)),
    onDragCancel: ({ active }) => text.cancelled(nameById(active.id)),
  }
}
