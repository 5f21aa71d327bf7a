// A switch by itself: for lists whose rows say what it is for, and for switches with a label.
import { Switch } from '@base-ui/react/switch'

interface ToggleProps {
  /** Its accessible name, unless a visible label refers to its id. */
  label?: string
  id?: string
  /** The id of its hint. */
  describedBy?: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

export function Toggle({ label, id, describedBy, checked, disabled, onChange }: ToggleProps) {
  return (
    <Switch.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="flex h-6 w-10 shrink-0 items-center rounded-full bg-field-line p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-55"
    >
      <Switch.Thumb className="size-5 rounded-full bg-white shadow transition-transform data-checked:translate-x-4" />
    </Switch.Root>
  )
}
