// One field of a component's form: its label, its error, and the control for its type of value.

import { Field } from '../../../../components/field.tsx'
import { Switch } from '../../../../components/switch.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { ChoiceControl } from './choice-control.tsx'
import { ColourControl } from './colour-control.tsx'
import type { ControlProps, FieldProps } from './control-props.ts'
import { fieldMessagesOf } from './field-messages.ts'
import { IconControl } from './icon-control.tsx'
import { ImageControl } from './image-control.tsx'
import { ItemControl } from './item-control.tsx'
import { ListControl } from './list-control.tsx'
import { NumberControl } from './number-control.tsx'
import { PasswordControl } from './password-control.tsx'
import { TextControl } from './text-control.tsx'
import { DateTimeControl, MomentControl, TimeZoneControl } from './time-controls.tsx'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function FieldControl(props: FieldProps) {
  const { field, path, value, form, onChange } = props
  const language = useLanguage()
  const { label, hint } = fieldMessagesOf(form.kind, field.name, language)
  if (field.control === 'list')
    return <ListControl {...props} label={label} renderField={(entry) => <FieldControl {...entry} />} />
  if (field.control === 'password') return <PasswordControl label={label} form={form} />
  if (field.control === 'switch') {
    const isOnByDefault = field.name === 'passwordActive' && form.hasPassword
    return (
      <Switch
        label={label}
        hint={hint}
        checked={typeof value === 'boolean' ? value : isOnByDefault}
        onChange={onChange}
      />
    )
  }
  const isIcon = field.control === 'icon'
  return (
    <Field label={label} hint={hint} error={form.errors[path]} className={isIcon ? 'sm:col-span-2' : ''}>
      {(control) => <Control {...props} label={label} control={control} />}
    </Field>
  )
}

interface ValueControlProps extends FieldProps {
  label: string
  control: ControlProps
}

/** The control itself, without its label. */
function Control(props: ValueControlProps) {
  const { field, value, label, control, onChange } = props
  const text = textOf(value)
  switch (field.control) {
    case 'variant':
    case 'font':
    case 'effect':
      return <ChoiceControl control={control} field={field} value={text} onChange={onChange} />
    case 'number':
      return <NumberControl control={control} field={field} value={value} onChange={onChange} />
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
      return <TextControl control={control} kind={field.control} value={text} onChange={onChange} />
  }
}
