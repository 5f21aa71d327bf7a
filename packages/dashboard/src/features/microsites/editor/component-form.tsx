// The form of one component, derived from the schema of its kind: content first, with styling and locking collapsed below.
import type { Component } from '@linnet/contract'
import { useMemo } from 'react'
import { ChevronDown } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import type { FormContext } from './controls/control-props.ts'
import { FieldControl } from './controls/field-control.tsx'
import { type FormField, type FormSection, formOf } from './controls/schema-fields.ts'
import type { Data } from './edits.ts'
import { fieldErrorsIn } from './edits.ts'
import { formMessages } from './form-messages.ts'

interface ComponentFormProps {
  component: Component
  data: Data
  /** `now` saves without waiting for a pause in typing. */
  onChange(data: Data, now?: boolean): void
}

export function ComponentForm({ component, data, onChange }: ComponentFormProps) {
  const { kind } = component
  const sections = useMemo(() => formOf(kind), [kind])
  const form: FormContext = {
    kind,
    errors: fieldErrorsIn(kind, data),
    hasPassword: data.hasPassword === true,
    onPassword: (password) => onChange({ ...data, password }, true),
  }
  const fieldsOf = (fields: FormField[]) => (
    <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0 [&>:first-child:last-child]:sm:col-span-2">
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          path={field.name}
          value={data[field.name]}
          form={form}
          onChange={(value) => {
            const { [field.name]: _before, ...others } = data
            onChange(value === undefined ? others : { ...others, [field.name]: value })
          }}
        />
      ))}
    </div>
  )
  return (
    <div className="grid gap-4">
      {sections.map(({ section, fields }) =>
        section === 'content' ? (
          <div key={section}>{fieldsOf(fields)}</div>
        ) : (
          <FoldedSection key={section} section={section} isOn={isOn(section, data)}>
            {fieldsOf(fields)}
          </FoldedSection>
        ),
      )}
    </div>
  )
}

function isOn(section: FormSection, data: Data): boolean | null {
  if (section === 'background') return data.imageBackground !== undefined
  if (section === 'spoiler') return data.isSpoiler === true
  if (section === 'password') return data.passwordActive === true || data.hasPassword === true
  return null
}

interface FoldedSectionProps {
  section: Exclude<FormSection, 'content'>
  isOn: boolean | null
  children: React.ReactNode
}

function FoldedSection({ section, isOn, children }: FoldedSectionProps) {
  const messages = useMessages(formMessages)
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center justify-between gap-3 px-3 text-sm font-medium">
        {messages[section]}
        <span className="flex items-center gap-2 font-normal text-soft">
          {isOn ? messages.on : null}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
