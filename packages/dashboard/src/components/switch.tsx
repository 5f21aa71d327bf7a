// A switch with its label and hint.
import { type ReactNode, useId } from 'react'
import { Toggle } from './toggle.tsx'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
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
      <Toggle
        id={id}
        describedBy={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  )
}
