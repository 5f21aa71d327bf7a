// Edits the campaign parameters of a destination, with templates.

import { readUtm, type Utm, utmNames, writeUtm } from '@linnet/contract/utm'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { Trash2 } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { panelMessages } from './messages.ts'
import { Section } from './sections/section.tsx'
import { useTemplates } from './utm-templates.ts'

interface UtmBuilderProps {
  url: string
  onChange(url: string): void
}

export function UtmBuilder({ url, onChange }: UtmBuilderProps) {
  const text = useMessages(panelMessages)
  const utm = readUtm(url)
  return (
    <Section title={text.utm} summary={utm.utm_campaign ?? utm.utm_source ?? ''}>
      <div className="grid gap-3">
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
    </Section>
  )
}

interface TemplatesProps {
  utm: Utm
  onApply(utm: Utm): void
}

function Templates({ utm, onApply }: TemplatesProps) {
  const { templates, save, remove } = useTemplates()
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const names = Object.keys(templates)

  function saveAs() {
    if (!save(name.trim(), utm)) return
    setChosen(name.trim())
    setName('')
  }

  return (
    <div className="grid gap-2">
      {names.length > 0 ? (
        <TemplateChooser
          names={names}
          chosen={chosen}
          onChoose={(name) => {
            setChosen(name)
            const template = templates[name]
            if (template) onApply(template)
          }}
          onDelete={() => {
            remove(chosen)
            setChosen('')
          }}
        />
      ) : null}
      {Object.keys(utm).length > 0 ? <NewTemplate name={name} onName={setName} onSave={saveAs} /> : null}
    </div>
  )
}

interface TemplateChooserProps {
  names: string[]
  chosen: string
  onChoose(name: string): void
  onDelete(): void
}

function TemplateChooser({ names, chosen, onChoose, onDelete }: TemplateChooserProps) {
  const text = useMessages(panelMessages)
  return (
    <div className="flex items-center gap-2">
      <Select aria-label={text.template} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{text.chooseTemplate}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <IconButton label={text.deleteTemplate} disabled={!chosen} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

interface NewTemplateProps {
  name: string
  onName(name: string): void
  onSave(): void
}

/** Saves the parameters under a name. */
function NewTemplate({ name, onName, onSave }: NewTemplateProps) {
  const text = useMessages(panelMessages)
  return (
    <div className="flex items-center gap-2">
      <TextInput
        aria-label={text.templateName}
        placeholder={text.templateName}
        maxLength={60}
        value={name}
        onChange={({ target }) => onName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSave()
        }}
      />
      <Button disabled={name.trim() === ''} onClick={onSave}>
        {text.saveTemplate}
      </Button>
    </div>
  )
}
