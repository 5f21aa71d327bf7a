// The components of a microsite in their order: moved by mouse, touch and keyboard, added, duplicated and deleted.
import type { Component, ComponentKind } from '@linnet/contract'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { LayoutTemplate, Plus } from '../../../components/icons.ts'
import { SortableList } from '../../../components/sortable-list.tsx'
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
  const nameOf = useNameOf()
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
          items={components}
          nameOf={nameOf}
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
