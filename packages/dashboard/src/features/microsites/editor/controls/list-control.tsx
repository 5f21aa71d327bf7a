// A list of things, such as links or slides: each with its own fields, in an order that can be changed.

import { Button, IconButton } from '../../../../components/button.tsx'
import { ArrowDown, ArrowUp, Plus, X } from '../../../../components/icons.ts'
import { useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import { FieldControl, type FieldProps } from './field-control.tsx'

type Entry = Record<string, unknown>

/** A skill may be a plain string, which is its name. */
const entryIn = (one: unknown): Entry => (typeof one === 'string' ? { name: one } : (one as Entry))

function moved<Of>(list: Of[], from: number, to: number): Of[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from] as Of)
}

export function ListControl({ field, path, value, form, label, onChange }: FieldProps & { label: string }) {
  const messages = useMessages(formMessages)
  const list: unknown[] = Array.isArray(value) ? value : []
  // An empty list says the same as none, and some kinds refuse it.
  const change = (entries: unknown[]) => onChange(entries.length > 0 ? entries : undefined)
  const { entry } = field
  if (!entry) return null
  const fault = form.faults[path]
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {list.map((one, index) => {
        const name = messages.entry(label, index + 1)
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else to be known by, and hold no state
            key={index}
            aria-label={name}
            className="grid gap-3 rounded-control border border-line bg-ground p-3"
          >
            <div className="flex items-center justify-between gap-2">
              <span className="text-sm text-soft">{name}</span>
              <span className="flex">
                <IconButton
                  size="small"
                  label={messages.up(name)}
                  disabled={index === 0}
                  onClick={() => change(moved(list, index, index - 1))}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  size="small"
                  label={messages.down(name)}
                  disabled={index === list.length - 1}
                  onClick={() => change(moved(list, index, index + 1))}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton
                  size="small"
                  label={messages.remove(name)}
                  onClick={() => change(list.toSpliced(index, 1))}
                >
                  <X />
                </IconButton>
              </span>
            </div>
            {Array.isArray(entry) ? (
              <div className="grid gap-3 sm:grid-cols-2">
                {entry.map((own) => (
                  <FieldControl
                    key={own.name}
                    field={own}
                    path={`${path}.${index}.${own.name}`}
                    value={entryIn(one)[own.name]}
                    form={form}
                    onChange={(next) => {
                      const { [own.name]: _before, ...others } = entryIn(one)
                      const changed = next === undefined ? others : { ...others, [own.name]: next }
                      change(list.with(index, changed))
                    }}
                  />
                ))}
              </div>
            ) : (
              <FieldControl
                field={entry}
                path={`${path}.${index}`}
                value={one}
                form={form}
                onChange={(next) => change(list.with(index, next ?? ''))}
              />
            )}
          </fieldset>
        )
      })}
      {fault ? (
        <p role="alert" className="text-sm text-bad">
          {fault}
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
