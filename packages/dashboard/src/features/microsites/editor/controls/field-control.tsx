// One field of a component's form: its label, what is wrong with it, and the control that its sort of value has.

import { buttonEffects, fontNames } from '@linnet/pages/preview'
import { Field, Select, Switch, TextArea, TextInput } from '../../../../components/field.tsx'
import { useLanguage, useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import { ColourControl } from './colour-control.tsx'
import type { ControlProps, FieldProps } from './control-props.ts'
import { fieldMessagesOf, lookIn } from './field-messages.ts'
import { IconControl } from './icon-control.tsx'
import { ImageControl } from './image-control.tsx'
import { ItemControl } from './item-control.tsx'
import { ListControl } from './list-control.tsx'
import { NumberControl } from './number-control.tsx'
import { PasswordControl } from './password-control.tsx'
import { DateTimeControl, MomentControl, TimeZoneControl } from './time-controls.tsx'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const orNothing = (text: string) => (text === '' ? undefined : text)

export function FieldControl(props: FieldProps) {
  const { field, path, value, form, onChange } = props
  const language = useLanguage()
  const [label, hint] = fieldMessagesOf(form.kind, field.name, language)
  if (field.control === 'list')
    return <ListControl {...props} label={label} renderField={(entry) => <FieldControl {...entry} />} />
  if (field.control === 'password') return <PasswordControl label={label} form={form} />
  if (field.control === 'switch') {
    const usual = field.name === 'passwordActive' && form.hasPassword
    return (
      <Switch
        label={label}
        hint={hint}
        checked={typeof value === 'boolean' ? value : usual}
        onChange={onChange}
      />
    )
  }
  const isIcon = field.control === 'icon'
  return (
    <Field label={label} hint={hint} error={form.faults[path]} className={isIcon ? 'sm:col-span-2' : ''}>
      {(control) => <Control {...props} label={label} control={control} />}
    </Field>
  )
}

function Control({
  field,
  value,
  label,
  control,
  onChange,
}: FieldProps & { label: string; control: ControlProps }) {
  const language = useLanguage()
  const { look } = useMessages(formMessages)
  const text = textOf(value)
  const typed = { ...control, value: text }
  switch (field.control) {
    case 'lines':
      return (
        <TextArea
          {...typed}
          dir="auto"
          rows={4}
          onChange={({ target }) => onChange(orNothing(target.value))}
        />
      )
    case 'url':
    case 'link':
      return (
        <TextInput
          {...typed}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          onChange={({ target }) => onChange(orNothing(target.value.trim()))}
          onBlur={() => completeAddress(text, onChange)}
        />
      )
    case 'number':
      return <NumberControl control={control} field={field} value={value} onChange={onChange} />
    case 'percent':
      return (
        <TextInput
          {...typed}
          inputMode="numeric"
          onChange={({ target }) => onChange(orNothing(target.value))}
        />
      )
    case 'look':
    case 'font':
    case 'effect': {
      const messages = { look: field.messages, font: fontNames, effect: buttonEffects }[field.control]
      // A word that nobody knows is kept, and can be chosen away.
      const all = text === '' || messages.includes(text) ? messages : [...messages, text]
      return (
        <Select {...typed} onChange={({ target }) => onChange(orNothing(target.value))}>
          <option value="">{look}</option>
          {all.map((word) => (
            <option key={word} value={word}>
              {field.control === 'font' ? word : lookIn(word, language)}
            </option>
          ))}
        </Select>
      )
    }
    case 'colour':
      return <ColourControl label={label} control={control} value={text} onChange={onChange} />
    case 'icon':
      return <IconControl control={control} value={text} onChange={onChange} />
    case 'image':
      return <ImageControl label={label} control={control} value={text} onChange={onChange} />
    case 'item':
      return <ItemControl control={control} value={text} onChange={onChange} />
    case 'dateTime':
      return <DateTimeControl control={control} value={text} onChange={onChange} />
    case 'timeZone':
      return <TimeZoneControl control={control} value={text} onChange={onChange} />
    case 'moment':
      return <MomentControl control={control} value={value} onChange={onChange} />
    default:
      return <TextInput {...typed} dir="auto" onChange={({ target }) => onChange(orNothing(target.value))} />
  }
}

/** What people type without `https://`: a host with a dot in it. */
function completeAddress(text: string, onChange: (value: unknown) => void): void {
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[:/?#]|$)/i.test(text)) onChange(`https://${text}`)
}
