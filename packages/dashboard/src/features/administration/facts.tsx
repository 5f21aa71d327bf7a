// Lists of names and values: in a panel, in a card, and as large numbers side by side.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Fact {
  name: string
  value: ReactNode
}

/** One below the other, the name before its value. */
export function Facts({ facts, className }: { facts: Fact[]; className?: string }) {
  return (
    <dl className={clsx('grid divide-y divide-line text-sm', className)}>
      {facts.map(({ name, value }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-2">
          <dt className="text-soft">{name}</dt>
          <dd className="shrink-0 text-right font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Side by side, the value large. */
export function LargeFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid content-start gap-0.5 rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
