// Buttons of which any number can be on: the values of a condition.
import { Check } from '../../../components/icons.ts'

interface ChipsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  /** In the order of the options. */
  onChange(chosen: Value[]): void
}

export function Chips<Value extends string>({ label, options, chosen, onChange }: ChipsProps<Value>) {
  function toggle(value: Value) {
    const isOn = chosen.includes(value)
    onChange(
      options.map((option) => option.value).filter((one) => (one === value ? !isOn : chosen.includes(one))),
    )
  }
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
          className="inline-flex min-h-10 items-center gap-1.5 rounded-full border border-field-line bg-surface px-3.5 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent [&_svg]:size-3.5"
        >
          {chosen.includes(value) ? <Check /> : null}
          {label}
        </button>
      ))}
    </fieldset>
  )
}
