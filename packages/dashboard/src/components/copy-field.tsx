// A value to copy, such as an address or a secret: shown in full, and selected with one press.
import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CopyFieldProps {
  label: string
  value: string
  copyLabel: string
}

export function CopyField({ label, value, copyLabel }: CopyFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex min-w-0 items-center rounded-control border border-line bg-sunken pr-1">
        <input
          id={id}
          readOnly
          value={value}
          translate="no"
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-10 w-full min-w-0 rounded-control bg-transparent px-3 font-mono text-[0.8125rem]"
        />
        <CopyButton text={value} label={copyLabel} />
      </div>
    </div>
  )
}
