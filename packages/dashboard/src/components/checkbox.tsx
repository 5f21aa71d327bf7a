// A checkbox with its label and hint.
import { Checkbox as Base } from '@base-ui/react/checkbox'
import { type ReactNode, useId } from 'react'
import { Check } from './icons.ts'

interface CheckboxProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  /** Whether only some of the items that it represents are chosen. */
  indeterminate?: boolean
  /** Whether the label is only for assistive technology. */
  isLabelHidden?: boolean
  /** Whether the label is code, which is the same in every language. */
  isCode?: boolean
  onChange(checked: boolean): void
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
      <Base.Root
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-md border border-field-line bg-surface data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-55"
      >
        <Base.Indicator className="text-on-accent">
          {indeterminate ? (
            <span className="block h-0.5 w-2.5 bg-current" />
          ) : (
            <Check className="size-3.5" strokeWidth={3} />
          )}
        </Base.Indicator>
      </Base.Root>
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
