// A colour: chosen in the browser's picker, or typed.

import { IconButton } from '../../../../components/button.tsx'
import { TextInput } from '../../../../components/field.tsx'
import { X } from '../../../../components/icons.ts'
import { pickerColour } from '../../../../components/picker-colour.ts'
import { useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'

interface ColourControlProps {
  label: string
  control: ControlProps
  value: string
  onChange(value: string | undefined): void
}

export function ColourControl({ label, control, value, onChange }: ColourControlProps) {
  const messages = useMessages(formMessages)
  return (
    <div className="flex items-center gap-2">
      <input
        type="color"
        aria-label={messages.pick(label)}
        value={pickerColour(value, '#ffffff')}
        onChange={({ target }) => onChange(target.value)}
        className="size-10 shrink-0 cursor-pointer rounded-control border border-field-line bg-surface p-1"
      />
      <TextInput
        {...control}
        value={value}
        placeholder="#b32c43"
        maxLength={20}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.trim() || undefined)}
        className="min-w-0 flex-1 font-mono"
      />
      {value === '' ? null : (
        <IconButton label={messages.clearOf(label)} onClick={() => onChange(undefined)}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
