// Chooses a colour: from a picker, typed, or one of the swatches.

import { Field, TextInput } from '../../components/field.tsx'
import { pickerColour } from '../../components/picker-colour.ts'
import { useMessages } from '../../lib/language.ts'
import { qrMessages } from './messages.ts'

export const colorPattern = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

const swatches = ['#000000', '#1d3557', '#1e3a8a', '#155e75', '#14532d', '#7c2d12', '#b32c43', '#6b21a8']

interface ColorFieldProps {
  value: string
  error?: string
  onChange(color: string): void
}

export function ColorField({ value, error, onChange }: ColorFieldProps) {
  const text = useMessages(qrMessages)
  return (
    <div className="grid gap-2.5">
      <Field label={text.color} hint={text.colorHint} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <input
              type="color"
              aria-label={text.picker}
              value={pickerColour(value, '#000000')}
              onChange={(event) => onChange(event.target.value)}
              className="h-10 w-12 shrink-0 cursor-pointer rounded-control border border-field-line bg-surface p-1"
            />
            <TextInput
              {...control}
              spellCheck={false}
              autoCapitalize="none"
              maxLength={20}
              className="max-w-40 font-mono"
              value={value}
              onChange={(event) => onChange(event.target.value.trim())}
            />
          </div>
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{text.swatches}</legend>
        {swatches.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={text.swatch(color)}
            aria-pressed={value.toLowerCase() === color}
            onClick={() => onChange(color)}
            style={{ backgroundColor: color }}
            className="size-9 rounded-full border border-line ring-offset-2 ring-offset-surface aria-pressed:ring-2 aria-pressed:ring-accent"
          />
        ))}
      </fieldset>
    </div>
  )
}
