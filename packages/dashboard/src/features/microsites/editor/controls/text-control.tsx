// Text that is typed: a line, several lines, a URL or a percentage.
import { TextArea, TextInput } from '../../../../components/field.tsx'
import type { ControlProps } from './control-props.ts'
import type { Control } from './schema-fields.ts'

interface TextControlProps {
  control: ControlProps
  kind: Control
  value: string
  onChange(value: string | undefined): void
}

export function TextControl({ control, kind, value, onChange }: TextControlProps) {
  const props = {
    ...control,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value || undefined),
  }
  if (kind === 'lines') return <TextArea {...props} dir="auto" rows={4} />
  if (kind === 'percent') return <TextInput {...props} inputMode="numeric" />
  if (kind === 'url' || kind === 'link')
    return (
      <TextInput
        {...props}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        onChange={({ target }) => onChange(target.value.trim() || undefined)}
        onBlur={() => completeUrl(value, onChange)}
      />
    )
  return <TextInput {...props} dir="auto" />
}

/** Adds the `https://` that people leave out, where the text is a host with a dot in it. */
function completeUrl(text: string, onChange: (value: string) => void): void {
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[:/?#]|$)/i.test(text)) onChange(`https://${text}`)
}
