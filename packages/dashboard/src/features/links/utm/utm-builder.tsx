// Edits the campaign parameters of a destination, with templates.

import type { UtmTemplate } from '@linnet/contract'
import { addUtm, readUtm, type Utm, utmNames, writeUtm } from '@linnet/contract/utm'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { Trash2 } from '../../../components/icons.ts'
import { Notice } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { panelMessages } from '../panel/messages.ts'
import { Section } from '../panel/sections/section.tsx'
import { useStoredTemplates } from './stored-templates.ts'
import { useTemplates, utmOf } from './utm-templates.ts'

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
        <Templates utm={utm} onApply={(template) => onChange(addUtm(url, template))} />
      </div>
    </Section>
  )
}

interface TemplatesProps {
  utm: Utm
  onApply(utm: Utm): void
}

function Templates({ utm, onApply }: TemplatesProps) {
  const { templates, busy, failure, save, remove } = useTemplates()
  useStoredTemplates()
  const mayEdit = useMay('utmTemplates.create')
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')

  async function saveAs() {
    const saved = await save(name.trim(), utm)
    if (!saved) return
    setChosen(saved.id)
    setName('')
  }

  return (
    <div className="grid gap-2">
      {templates.length > 0 ? (
        <TemplateChooser
          templates={templates}
          chosen={chosen}
          onChoose={(id) => {
            setChosen(id)
            const template = templates.find((template) => template.id === id)
            if (template) onApply(utmOf(template))
          }}
          onDelete={mayEdit ? () => void remove(chosen).then(() => setChosen('')) : null}
        />
      ) : null}
      {mayEdit && Object.keys(utm).length > 0 ? (
        <NewTemplate name={name} busy={busy} onName={setName} onSave={() => void saveAs()} />
      ) : null}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
    </div>
  )
}

interface TemplateChooserProps {
  templates: readonly UtmTemplate[]
  /** An id, or empty. */
  chosen: string
  onChoose(id: string): void
  onDelete: (() => void) | null
}

function TemplateChooser({ templates, chosen, onChoose, onDelete }: TemplateChooserProps) {
  const text = useMessages(panelMessages)
  return (
    <div className="flex items-center gap-2">
      <Select aria-label={text.template} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{text.chooseTemplate}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {onDelete ? (
        <IconButton label={text.deleteTemplate} disabled={!chosen} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      ) : null}
    </div>
  )
}

interface NewTemplateProps {
  name: string
  busy: boolean
  onName(name: string): void
  onSave(): void
}

/** Saves the parameters under a name. */
function NewTemplate({ name, busy, onName, onSave }: NewTemplateProps) {
  const text = useMessages(panelMessages)
  return (
    <div className="flex items-center gap-2">
      <TextInput
        aria-label={text.templateName}
        placeholder={text.templateName}
        maxLength={100}
        value={name}
        onChange={({ target }) => onName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSave()
        }}
      />
      <Button disabled={name.trim() === ''} busy={busy} onClick={onSave}>
        {text.saveTemplate}
      </Button>
    </div>
  )
}
