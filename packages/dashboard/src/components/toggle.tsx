// A switch without a visible label, for lists whose rows say what it is for.
import { Switch } from '@base-ui/react/switch'

interface ToggleProps {
  /** Its accessible name. */
  label: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

export function Toggle({ label, checked, disabled, onChange }: ToggleProps) {
  return (
    <Switch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="flex h-6 w-10 shrink-0 items-center rounded-full bg-field-line p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-55"
    >
      <Switch.Thumb className="size-5 rounded-full bg-white shadow transition-transform data-checked:translate-x-4" />
    </Switch.Root>
  )
}
