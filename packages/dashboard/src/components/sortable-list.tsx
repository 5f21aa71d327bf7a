// A list whose items are moved by mouse, touch and keyboard, which screen readers announce.
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
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { messagesFor } from '@linnet/languages'
import { sorting } from '@linnet/languages/en/shell/sorting'
import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '../lib/language.ts'
import { GripVertical } from './icons.ts'

const sortingMessages = messagesFor('sorting', sorting)

interface SortableListProps<Item extends { id: string }> {
  /** Its accessible name. */
  label?: string
  items: readonly Item[]
  nameOf(item: Item): string
  onDragStart?(): void
  /** The ids in their new order. */
  onReorder(ids: string[]): void
  /** A `SortableItem` for each item. */
  children: ReactNode
}

export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { label, items, nameOf, onDragStart, onReorder, children } = props
  const { grabHint } = useMessages(sortingMessages)
  const announcements = useAnnouncements(items, nameOf)
  const sensors = useSensors(
    // A tap is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(({ id }) => id)

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return
    onReorder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: grabHint } }}
      onDragStart={onDragStart}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {children}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface SortableItemProps {
  id: string
  name: string
  /** `handle` is the button by which the item is moved. */
  children(handle: ReactNode): ReactNode
}

export function SortableItem({ id, name, children }: SortableItemProps) {
  const text = useMessages(sortingMessages)
  const sortable = useSortable({ id })
  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      className={clsx(
        'rounded-card border bg-surface',
        sortable.isDragging ? 'relative z-10 border-accent shadow-overlay' : 'border-line',
      )}
    >
      {children(
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={text.move(name)}
          className="grid h-10 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
        >
          <GripVertical className="size-4.5" />
        </button>,
      )}
    </li>
  )
}

/** What screen readers announce while an item is moved. */
function useAnnouncements<Item extends { id: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Announcements {
  const text = useMessages(sortingMessages)
  const hasMoved = useRef(false)
  const nameById = (id: string | number) => {
    const item = items.find((item) => item.id === id)
    return item ? nameOf(item) : ''
  }
  const positionOf = (id: string | number) => items.findIndex((item) => item.id === id) + 1
  return {
    onDragStart({ active }) {
      hasMoved.current = false
      return text.grabbed(nameById(active.id))
    },
    onDragOver({ active, over }) {
      // Announcing its own position first would interrupt the announcement that it was picked up.
      hasMoved.current ||= over !== null && over.id !== active.id
      return over && hasMoved.current
        ? text.over(nameById(active.id), positionOf(over.id), items.length)
        : undefined
    },
    onDragEnd: ({ active, over }) =>
      over
        ? text.dropped(nameById(active.id), positionOf(over.id), items.length)
        : text.cancelled(nameById(active.id)),
    onDragCancel: ({ active }) => text.cancelled(nameById(active.id)),
  }
}
