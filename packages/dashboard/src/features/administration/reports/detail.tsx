// A row of a card's list of details: its name, and its value with a button beside it.
import type { ReactNode } from 'react'

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft sm:py-1.5">{name}</dt>
      <dd className="flex min-h-8 min-w-0 items-start gap-1 [&>:not(button)]:my-1.5">{children}</dd>
    </div>
  )
}
