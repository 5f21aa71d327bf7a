// The form of one component, derived from the schema of its kind: what matters first, what only changes its look folded below.
import type { Component } from '@linnet/contract'
import { useMemo } from 'react'
import { ChevronDown } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import type { FormContext } from './controls/control-props.ts'
import { FieldControl } from './controls/field-control.tsx'
import { type FormField, type FormPart, formOf } from './controls/schema-fields.ts'
import type { Data } from './edits.ts'
import { faultsOf } from './edits.ts'
import { formMessages } from './form-messages.ts'

interface ComponentFormProps {
  component: Component
  data: Data
  /** `now` does not wait for a pause in typing. */
  onChange(data: Data, now?: boolean): void
}

export function ComponentForm({ component, data, onChange }: ComponentFormProps) {
  const { kind } = component
  const parts = useMemo(() => formOf(kind), [kind])
  const form: FormContext = {
    kind,
    faults: faultsOf(kind, data),
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
      {parts.map(({ part, fields }) =>
        part === 'content' ? (
          <div key={part}>{fieldsOf(fields)}</div>
        ) : (
          <Fold key={part} part={part} isOn={isOn(part, data)}>
            {fieldsOf(fields)}
          </Fold>
        ),
      )}
    </div>
  )
}

function isOn(part: FormPart, data: Data): boolean | null {
  if (part === 'background') return data.imageBackground !== undefined
  if (part === 'spoiler') return data.isSpoiler === true
  if (part === 'password') return data.passwordActive === true || data.hasPassword === true
  return null
}

interface FoldProps {
  part: Exclude<FormPart, 'content'>
  isOn: boolean | null
  children: React.ReactNode
}

function Fold({ part, isOn, children }: FoldProps) {
  const messages = useMessages(formMessages)
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center justify-between gap-3 px-3 text-sm font-medium">
        {messages[part]}
        <span className="flex items-center gap-2 font-normal text-soft">
          {isOn ? messages.on : null}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
