// What is shown while content is loading, if there is none, or if it couldn't be loaded.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { Button } from './button.tsx'
import { CircleAlert } from './icons.ts'
import { kitMessages } from './messages.ts'

/** A placeholder for content that is loading, so that nothing moves when it arrives; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-pulse-slow rounded-control bg-line/60', className)}
    />
  )
}

/** Tells assistive technology that something is loading. */
export function Loading({ children }: { children: ReactNode }) {
  const { loading } = useMessages(kitMessages)
  return (
    <div role="status">
      <span className="sr-only">{loading}</span>
      {children}
    </div>
  )
}

interface EmptyProps {
  icon: ReactNode
  title: string
  /** What to do, and why. */
  children?: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-6 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-accent [&_svg]:size-5.5">
        {icon}
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      {children ? <div className="max-w-prose text-sm text-soft">{children}</div> : null}
      {action}
    </div>
  )
}

interface FailureProps {
  error: unknown
  onRetry?(): void
}

export function Failure({ error, onRetry }: FailureProps) {
  const language = useLanguage()
  const { failed, retry } = useMessages(kitMessages)
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-card border border-bad/40 bg-bad-tint p-5"
    >
      <p className="flex items-center gap-2 font-medium text-bad">
        <CircleAlert className="size-4.5 shrink-0" />
        {failed}
      </p>
      <p className="text-sm">{messageOf(error, language)}</p>
      {onRetry ? (
        <Button size="small" onClick={onRetry}>
          {retry}
        </Button>
      ) : null}
    </div>
  )
}

/** A message about an action, beside what triggered it. */
export function Notice({ kind, children }: { kind: 'bad' | 'warn' | 'good' | 'plain'; children: ReactNode }) {
  const variants = {
    bad: 'bg-bad-tint text-bad',
    warn: 'bg-warn-tint text-warn',
    good: 'bg-good-tint text-good',
    plain: 'bg-sunken text-soft',
  }
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      className={clsx('rounded-control px-3.5 py-2.5 text-sm', variants[kind])}
    >
      {children}
    </div>
  )
}
