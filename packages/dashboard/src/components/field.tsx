// Form fields: a label, a hint, an error and the control, connected for assistive technology.
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Check } from './icons.ts'

interface FieldProps {
  label: string
  /** The help text below the control. */
  hint?: ReactNode
  /** The error message. */
  error?: string
  /** Beside the label, such as a counter. */
  labelEnd?: ReactNode
  className?: string
  children(control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactNode
}

export function Field({ label, hint, error, labelEnd, className, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export const controlClasses =
  'w-full min-h-10 rounded-control border border-field-line bg-surface px-3 py-2 text-ink placeholder:text-soft/80 disabled:opacity-60 aria-invalid:border-bad'

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...rest} className={clsx(controlClasses, className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={clsx(controlClasses, 'leading-normal', className)} />
}

/** The browser's own select, which works well on every device. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(controlClasses, 'pr-8', className)} />
}

interface ToggleProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, disabled, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-soft">
            {hint}
          </p>
        ) : null}
      </div>
      <BaseSwitch.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="flex h-6 w-10 shrink-0 items-center rounded-full bg-field-line p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-55"
      >
        <BaseSwitch.Thumb className="size-5 rounded-full bg-white shadow transition-transform data-checked:translate-x-4" />
      </BaseSwitch.Root>
    </div>
  )
}

interface CheckboxProps extends Omit<ToggleProps, 'hint'> {
  hint?: ReactNode
  /** Whether only some of the items that it represents are chosen. */
  indeterminate?: boolean
  /** Whether the label is only for assistive technology. */
  isLabelHidden?: boolean
  /** Whether the label is code, which is the same in every language. */
  isCode?: boolean
}

export function Checkbox({
  label,
  hint,
  checked,
  indeterminate,
  disabled,
  isLabelHidden,
  isCode,
  onChange,
}: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <BaseCheckbox.Root
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-md border border-field-line bg-surface data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-55"
      >
        <BaseCheckbox.Indicator className="text-on-accent">
          {indeterminate ? (
            <span className="block h-0.5 w-2.5 bg-current" />
          ) : (
            <Check className="size-3.5" strokeWidth={3} />
          )}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {isLabelHidden ? null : (
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm" translate={isCode ? 'no' : undefined}>
            {label}
          </label>
          {hint ? <p className="text-sm text-soft">{hint}</p> : null}
        </div>
      )}
    </div>
  )
}
