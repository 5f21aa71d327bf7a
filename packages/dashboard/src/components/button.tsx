// Buttons, and links that look like them.
import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

const shape =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0'
const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-line bg-surface text-ink hover:bg-sunken',
  quiet: 'text-soft hover:bg-sunken hover:text-ink',
  danger: 'border border-bad/40 bg-surface text-bad hover:bg-bad-tint',
}
const sizes = { normal: 'min-h-10 px-4 text-sm', small: 'min-h-8 px-3 text-sm' }

export function buttonClasses(variant: ButtonVariant = 'plain', size: keyof typeof sizes = 'normal'): string {
  return clsx(shape, variants[variant], sizes[size])
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: keyof typeof sizes
  /** Whether its action is running; the button is then disabled and shows a spinner. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ variant, size, busy, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={clsx(buttonClasses(variant, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}

interface ButtonLinkProps extends LinkComponentProps<'a'> {
  variant?: ButtonVariant
  size?: keyof typeof sizes
}

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={clsx(buttonClasses(variant, size), className as string)} />
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Its accessible name and its tooltip. */
  label: string
  size?: 'normal' | 'small'
}

/** A button with only an icon. */
export function IconButton({ label, size = 'normal', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip=""
      className={clsx(
        'inline-grid place-items-center rounded-control text-soft transition-colors hover:bg-sunken hover:text-ink disabled:opacity-55 [&_svg]:size-4.5',
        size === 'normal' ? 'size-10' : 'size-8',
        className,
      )}
    >
      {children}
    </button>
  )
}
