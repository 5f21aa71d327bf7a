// A list of entries, such as links or slides: each with its own fields, in an order that can be changed.
import { Fragment, type ReactNode } from 'react'
import { Button, IconButton } from '../../../../components/button.tsx'
import { ArrowDown, ArrowUp, Plus, X } from '../../../../components/icons.ts'
import { useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import type { FieldProps, FormContext } from './control-props.ts'
import type { FormField } from './schema-fields.ts'

type Entry = Record<string, unknown>

/** A skill may be a plain string, which is its name. */
const entryOf = (value: unknown): Entry => (typeof value === 'string' ? { name: value } : (value as Entry))

function moved<Of>(list: Of[], from: number, to: number): Of[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from] as Of)
}

type RenderField = (props: FieldProps) => ReactNode

interface ListControlProps extends FieldProps {
  label: string
  /** Renders a field of an entry, which may be a list again. */
  renderField: RenderField
}

export function ListControl({ field, path, value, form, label, renderField, onChange }: ListControlProps) {
  const messages = useMessages(formMessages)
  const list: unknown[] = Array.isArray(value) ? value : []
  // An empty list means the same as none, and some kinds refuse it.
  const change = (entries: unknown[]) => onChange(entries.length > 0 ? entries : undefined)
  const { entry } = field
  if (!entry) return null
  const error = form.errors[path]
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {list.map((one, index) => {
        const name = messages.entry(label, index + 1)
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity and hold no state
            key={index}
            aria-label={name}
            className="grid gap-3 rounded-control border border-line bg-ground p-3"
          >
            <div className="flex items-center justify-between gap-2">
              <span className="text-sm text-soft">{name}</span>
              <EntryButtons name={name} list={list} index={index} onChange={change} />
            </div>
            <EntryFields
              entry={entry}
              path={`${path}.${index}`}
              value={one}
              form={form}
              renderField={renderField}
              onChange={(next) => change(list.with(index, next))}
            />
          </fieldset>
        )
      })}
      {error ? (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      <Button
        size="small"
        icon={<Plus />}
        className="justify-self-start"
        aria-label={messages.addTo(label)}
        onClick={() => change([...list, Array.isArray(entry) ? {} : ''])}
      >
        {messages.add}
      </Button>
    </fieldset>
  )
}

interface EntryButtonsProps {
  name: string
  list: unknown[]
  index: number
  onChange(list: unknown[]): void
}

/** Moves an entry up or down, or removes it. */
function EntryButtons({ name, list, index, onChange }: EntryButtonsProps) {
  const messages = useMessages(formMessages)
  return (
    <span className="flex">
      <IconButton
        size="small"
        label={messages.up(name)}
        disabled={index === 0}
        onClick={() => onChange(moved(list, index, index - 1))}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        size="small"
        label={messages.down(name)}
        disabled={index === list.length - 1}
        onClick={() => onChange(moved(list, index, index + 1))}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        size="small"
        label={messages.remove(name)}
        onClick={() => onChange(list.toSpliced(index, 1))}
      >
        <X />
      </IconButton>
    </span>
  )
}

interface EntryFieldsProps {
  entry: FormField | FormField[]
  path: string
  value: unknown
  form: FormContext
  renderField: RenderField
  onChange(value: unknown): void
}

/** The fields of one entry, or the single field of an entry that is a plain value. */
function EntryFields({ entry, path, value, form, renderField, onChange }: EntryFieldsProps) {
  if (!Array.isArray(entry))
    return renderField({ field: entry, path, value, form, onChange: (next) => onChange(next ?? '') })
  const fields = entryOf(value)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {entry.map((field) => (
        <Fragment key={field.name}>
          {renderField({
            field,
            path: `${path}.${field.name}`,
            value: fields[field.name],
            form,
            onChange: (next) => {
              const { [field.name]: _before, ...others } = fields
              onChange(next === undefined ? others : { ...others, [field.name]: next })
            },
          })}
        </Fragment>
      ))}
    </div>
  )
}
