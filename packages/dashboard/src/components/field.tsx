// Form fields: a label, a hint, an error and the control, connected for assistive technology.
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface FieldProps {
  label: string
  /** The help text below the control. */
  hint?: ReactNode
  /** The error message. */
  error?: string
  /** Beside the label, such as a counter. */
  labelEnd?: ReactNode
  className?: string
  children(control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactNode
}

export function Field({ label, hint, error, labelEnd, className, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export const controlClasses =
  'w-full min-h-10 rounded-control border border-field-line bg-surface px-3 py-2 text-ink placeholder:text-soft/80 disabled:opacity-60 aria-invalid:border-bad'

export function TextInput({ className, autoFocus, ...rest }: Omit<ComponentProps<'input'>, 'ref'>) {
  const input = useRef<HTMLInputElement>(null)
  // Browsers obey the attribute only once in a document.
  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  return (
    <input ref={input} type="text" autoComplete="off" {...rest} className={clsx(controlClasses, className)} />
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={clsx(controlClasses, 'leading-normal', className)} />
}

/** The browser's own select, which works well on every device. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(controlClasses, 'pr-8', className)} />
}
