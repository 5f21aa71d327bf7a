// Dialogs for one tag: its name and colour, and merging it into another one.
import type { Tag } from '@linnet/contract'
import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refreshLinks } from '../queries.ts'
import { tagMessages } from './messages.ts'
import { TagDot } from './tag-chips.tsx'
import { colors } from './tags-query.ts'

const longestTag = 48

/** Runs a change, closes the dialog and says so; keeps it open with the failure. */
function useChange(onClose: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function run(change: () => Promise<string>): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const title = await change()
      onClose()
      showToast({ title })
      await refreshLinks()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}

interface TagDialogProps {
  title: string
  action: string
  busy: boolean
  danger?: boolean
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

function TagDialog({ title, action, busy, danger, onSubmit, onClose, children }: TagDialogProps) {
  const text = useMessages(tagMessages)
  const form = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

export function EditTag({ tag, onClose }: { tag: Tag; onClose(): void }) {
  const text = useMessages(tagMessages)
  const language = useLanguage()
  const [name, setName] = useState(tag.name)
  const [color, setColor] = useState(tag.color)
  const { busy, failure, run } = useChange(onClose)
  const errors = failure === undefined ? {} : fieldErrorsOf(failure)
  return (
    <TagDialog
      title={tag.name}
      action={text.save}
      busy={busy}
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          await client.tags.update({ id: tag.id, name, color })
          return text.saved
        })
      }
    >
      {failure !== undefined && !errors.name ? (
        <Notice kind="bad">{messageOf(failure, language)}</Notice>
      ) : null}
      <Field label={text.name} error={errors.name}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={longestTag}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{text.color}</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {colors.map((one) => (
            <label
              key={one}
              className={clsx(
                'flex min-h-10 cursor-pointer items-center gap-2 rounded-control border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent',
                one === color ? 'border-accent bg-tint' : 'border-line hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="color"
                className="sr-only"
                checked={one === color}
                onChange={() => setColor(one)}
              />
              <TagDot color={one} />
              {text.colors[one]}
            </label>
          ))}
        </div>
      </fieldset>
    </TagDialog>
  )
}

export function MergeTag({ tag, tags, onClose }: { tag: Tag; tags: readonly Tag[]; onClose(): void }) {
  const text = useMessages(tagMessages)
  const language = useLanguage()
  const others = tags.filter(({ id }) => id !== tag.id)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const { busy, failure, run } = useChange(onClose)
  return (
    <TagDialog
      title={text.mergeTitle(tag.name)}
      action={text.mergeAction}
      busy={busy}
      danger
      onClose={onClose}
      onSubmit={() =>
        void run(async () => {
          const { data } = await client.tags.merge({ id: tag.id, into })
          return text.merged(data.name)
        })
      }
    >
      {failure !== undefined ? <Notice kind="bad">{messageOf(failure, language)}</Notice> : null}
      <Field label={text.into} hint={text.mergeHint(tag.name)}>
        {(control) => (
          <Select {...control} value={into} onChange={({ target }) => setInto(target.value)}>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </TagDialog>
  )
}
