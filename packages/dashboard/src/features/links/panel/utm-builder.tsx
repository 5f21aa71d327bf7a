// Builds the campaign parameters of a destination, with templates that this browser keeps.

import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { ChevronRight, Trash2 } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { panelMessages } from './messages.ts'
import { readUtm, type Utm, utmNames, writeUtm } from './utm.ts'

interface UtmBuilderProps {
  url: string
  onChange(url: string): void
}

export function UtmBuilder({ url, onChange }: UtmBuilderProps) {
  const text = useMessages(panelMessages)
  const utm = readUtm(url)
  const isUsed = Object.keys(utm).length > 0
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium">
        <ChevronRight className="size-4 text-soft transition-transform group-open:rotate-90" />
        {text.utm}
        {isUsed ? (
          <span className="ml-auto min-w-0 truncate text-soft">{utm.utm_campaign ?? utm.utm_source}</span>
        ) : null}
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        <div className="grid gap-3 sm:grid-cols-2">
          {utmNames.map((name) => (
            <Field key={name} label={text[name]}>
              {(control) => (
                <TextInput
                  {...control}
                  dir="auto"
                  placeholder={text[`${name}_example`]}
                  value={utm[name] ?? ''}
                  onChange={({ target }) => onChange(writeUtm(url, name, target.value))}
                />
              )}
            </Field>
          ))}
        </div>
        <Templates
          utm={utm}
          onApply={(template) =>
            onChange(utmNames.reduce((result, name) => writeUtm(result, name, template[name] ?? ''), url))
          }
        />
      </div>
    </details>
  )
}

const mostTemplates = 50

function Templates({ utm, onApply }: { utm: Utm; onApply(utm: Utm): void }) {
  const text = useMessages(panelMessages)
  // Of this person: others may use this browser too.
  const storageName = `utm templates ${useMe().user.id}`
  const [templates, setTemplates] = useState(() => readTemplates(storageName))
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const names = Object.keys(templates)

  function keep(next: Record<string, Utm>) {
    setTemplates(next)
    try {
      localStorage.setItem(storageName, JSON.stringify(next))
    } catch {
      // Without storage they are there until the page is closed.
    }
  }

  function save() {
    const title = name.trim()
    if (title === '' || (names.length >= mostTemplates && !(title in templates))) return
    keep({ ...templates, [title]: utm })
    setChosen(title)
    setName('')
  }

  return (
    <div className="grid gap-2">
      {names.length > 0 ? (
        <div className="flex items-center gap-2">
          <Select
            aria-label={text.template}
            value={chosen}
            onChange={({ target }) => {
              setChosen(target.value)
              const template = templates[target.value]
              if (template) onApply(template)
            }}
          >
            <option value="">{text.chooseTemplate}</option>
            {names.map((title) => (
              <option key={title}>{title}</option>
            ))}
          </Select>
          <IconButton
            label={text.deleteTemplate}
            disabled={!chosen}
            onClick={() => {
              const { [chosen]: _gone, ...others } = templates
              keep(others)
              setChosen('')
            }}
          >
            <Trash2 />
          </IconButton>
        </div>
      ) : null}
      {Object.keys(utm).length > 0 ? (
        <div className="flex items-center gap-2">
          <TextInput
            aria-label={text.templateName}
            placeholder={text.templateName}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              save()
            }}
          />
          <Button disabled={name.trim() === ''} onClick={save}>
            {text.saveTemplate}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function readTemplates(storageName: string): Record<string, Utm> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Utm>) : {}
  } catch {
    return {}
  }
}
