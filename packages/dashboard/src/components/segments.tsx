// A segmented control: one choice among a few options.

import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  /** `lang` if the label is in another language than the page. */
  options: { value: Value; label: string; icon?: ReactNode; lang?: string }[]
  onChange(value: Value): void
}

export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([chosen]) => chosen !== undefined && onChange(chosen as Value)}
      className="inline-flex flex-wrap justify-self-start gap-0.5 rounded-control bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          lang={option.lang}
          translate={option.lang ? 'no' : undefined}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-3 text-sm text-soft data-pressed:bg-raised data-pressed:font-medium data-pressed:text-ink data-pressed:shadow-sm [&_svg]:size-4"
        >
          {option.icon}
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
