// A component in the editor's list: what it is, whether visitors see it, and its form when it is open.
import type { Component } from '@linnet/contract'
import { isEmptyComponent } from '@linnet/contract/component-kinds'
import { clsx } from 'clsx'
import { Button } from '../../../components/button.tsx'
import { ChevronDown, Copy, Lock, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { SortableItem } from '../../../components/sortable-list.tsx'
import { Notice } from '../../../components/states.tsx'
import { Toggle } from '../../../components/toggle.tsx'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'
import { ComponentForm } from './component-form.tsx'
import type { Edit, Edits } from './edits.ts'
import { kindIcon, kindMessages, mainText } from './kinds.ts'
import { isLocked } from './visible-page.ts'

interface ComponentRowProps {
  /** With unsaved edits. */
  component: Component
  edit: Edit | undefined
  edits: Edits
  taps: number | undefined
  isOpen: boolean
  onToggle(): void
  onDuplicate(): void
  onDelete(): void
}

/** Names a component in messages: by its own text, or else by its kind. */
export const useNameOf = () => {
  const messagesOf = useMessages(kindMessages)
  return ({ kind, data }: Component) => mainText(data).slice(0, 60) || messagesOf(kind).name
}

export function ComponentRow(props: ComponentRowProps) {
  const { component, edit, edits, taps, isOpen, onToggle, onDuplicate, onDelete } = props
  const text = useMessages(micrositeMessages)
  const name = useNameOf()(component)
  const formId = `form-${component.id}`
  return (
    <SortableItem id={component.id} name={name}>
      {(handle) => (
        <>
          <div className="flex items-center gap-1 p-1.5 sm:gap-2">
            {handle}
            <SummaryButton
              component={component}
              taps={taps}
              isOpen={isOpen}
              formId={formId}
              onToggle={onToggle}
            />
            <Toggle
              label={text.show(name)}
              checked={component.active}
              onChange={(checked) => edits.change(component, { active: checked }, true)}
            />
            <Menu
              label={text.more(name)}
              actions={[
                { label: text.duplicate, icon: <Copy />, onSelect: onDuplicate },
                { label: text.deleteComponent, icon: <Trash2 />, danger: true, onSelect: onDelete },
              ]}
            />
          </div>
          {edit ? <SaveProblem edit={edit} edits={edits} /> : null}
          {isOpen ? (
            <div id={formId} className="border-t border-line p-4">
              <ComponentForm
                component={component}
                data={component.data}
                onChange={(changed, now) => edits.change(component, { data: changed }, now)}
              />
            </div>
          ) : null}
        </>
      )}
    </SortableItem>
  )
}

interface SummaryButtonProps {
  component: Component
  taps: number | undefined
  isOpen: boolean
  formId: string
  onToggle(): void
}

/** What the component is and says; opens and closes its form. */
function SummaryButton({ component, taps, isOpen, formId, onToggle }: SummaryButtonProps) {
  const text = useMessages(micrositeMessages)
  const formats = useFormats()
  const { kind, data, active } = component
  const { name } = useMessages(kindMessages)(kind)
  const Icon = kindIcon(kind)
  const summary = mainText(data)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? formId : undefined}
      onClick={onToggle}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control px-1.5 text-left hover:bg-sunken"
    >
      <span
        className={clsx(
          'grid size-9 shrink-0 place-items-center rounded-control',
          active ? 'bg-tint text-accent' : 'bg-sunken text-soft',
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className={clsx('block truncate text-sm font-medium', !active && 'text-soft')}
          title={summary}
        >
          {summary || name}
        </span>
        <span className="flex items-center gap-1.5 truncate text-xs text-soft">
          {summary ? name : isEmptyComponent(kind, data) ? text.nothingIn : ''}
          {taps ? <span>· {text.taps(formats.number(taps))}</span> : null}
          {isLocked(component) ? <Lock className="size-3" aria-label={text.locked} /> : null}
        </span>
      </span>
      <ChevronDown
        className={clsx('size-4 shrink-0 text-soft transition-transform', isOpen && 'rotate-180')}
        aria-hidden="true"
      />
    </button>
  )
}

/** Why an edit is not saved, if the user has to do something about it. */
function SaveProblem({ edit, edits }: { edit: Edit; edits: Edits }) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const { id } = edit.base
  if (edit.state === 'conflict')
    return (
      <EditNotice message={text.conflict}>
        <Button size="small" onClick={() => edits.keepMine(id)}>
          {text.keepMine}
        </Button>
        <Button size="small" onClick={() => edits.takeTheirs(id)}>
          {text.takeTheirs}
        </Button>
      </EditNotice>
    )
  if (edit.state === 'deleted')
    return (
      <EditNotice message={text.gone}>
        <Button size="small" onClick={() => edits.discard(id)}>
          {text.discard}
        </Button>
      </EditNotice>
    )
  if (edit.state === 'failed')
    return (
      <EditNotice message={messageOf(edit.failure, language)}>
        <Button size="small" onClick={() => edits.retry()}>
          {text.tryAgain}
        </Button>
      </EditNotice>
    )
  return null
}

function EditNotice({ message, children }: { message: string; children: React.ReactNode }) {
  return (
    <div className="px-3 pb-3">
      <Notice kind="warn">
        <p>{message}</p>
        <div className="mt-2 flex flex-wrap gap-2">{children}</div>
      </Notice>
    </div>
  )
}
