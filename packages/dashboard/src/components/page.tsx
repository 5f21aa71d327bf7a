// The building blocks of a page: its header, its cards and badges.
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId } from 'react'
import { useMe } from '../lib/session.ts'

interface PageProps {
  title: string
  description?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** Uses the full width of the window, for tables and editors. */
  wide?: boolean
  children: ReactNode
}

export function Page({ title, description, actions, wide, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Linnet`
  }, [title])
  return (
    <div
      className={clsx(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-6',
        wide ? 'max-w-7xl' : 'max-w-5xl',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <SharedWorkspace />
          <h1 className="text-2xl font-semibold">{title}</h1>
          {description ? <p className="mt-0.5 max-w-prose text-soft">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

/** Where there is no sidebar, the page itself says in which shared workspace it is. */
function SharedWorkspace() {
  const { name, personal } = useMe().user.workspace
  if (personal) return null
  return (
    <p dir="auto" className="truncate text-sm font-medium text-soft lg:hidden">
      {name}
    </p>
  )
}

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, description, actions, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={clsx(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-5',
        className,
      )}
    >
      {title || actions ? (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className={clsx('min-w-0 flex-1', description !== undefined && 'basis-56')}>
            {title ? (
              <h2 id={id} className="text-base font-semibold">
                {title}
              </h2>
            ) : null}
            {description ? <p className="text-sm text-soft">{description}</p> : null}
          </div>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

const badgeVariants = {
  plain: 'bg-sunken text-soft',
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  accent: 'bg-tint text-accent',
}

interface BadgeProps {
  variant?: keyof typeof badgeVariants
  /** Whether the text is code, which is the same in every language. */
  isCode?: boolean
  children: ReactNode
}

export function Badge({ variant = 'plain', isCode, children }: BadgeProps) {
  return (
    <span
      translate={isCode ? 'no' : undefined}
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        badgeVariants[variant],
      )}
    >
      {children}
    </span>
  )
}
