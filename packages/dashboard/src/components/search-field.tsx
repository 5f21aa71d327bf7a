// A search field that searches as soon as typing pauses.
import { clsx } from 'clsx'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { useMessages } from '../lib/language.ts'
import { IconButton, Spinner } from './button.tsx'
import { controlClasses } from './field.tsx'
import { Search, X } from './icons.ts'
import { kitMessages } from './messages.ts'

// How long typing must pause before the search is sent.
const pauseMilliseconds = 200

interface SearchFieldProps {
  label: string
  /** The label if not given. */
  placeholder?: string
  /** The current search; it may also change from outside, such as by the back button. */
  value: string
  maxLength: number
  /** Whether results are loading. */
  isBusy: boolean
  /** The key that focuses the field; the caller handles it. */
  shortcut?: string
  ref?: Ref<HTMLInputElement>
  onChange(value: string): void
  onArrowDown?(): void
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, maxLength, isBusy, shortcut, ref, onChange, onArrowDown } = props
  const { clearSearch } = useMessages(kitMessages)
  const [typed, setTyped] = useTypedSearch(value, onChange)

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && typed) setTyped('')
    if (event.key === 'ArrowDown' && onArrowDown) {
      event.preventDefault()
      onArrowDown()
    }
  }

  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-soft [&_svg]:size-4">
        {isBusy ? <Spinner /> : <Search />}
      </span>
      <input
        ref={ref}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        dir="auto"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder ?? label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
        className={clsx(controlClasses, 'pl-9.5 pr-10 [&::-webkit-search-cancel-button]:hidden')}
      />
      {typed ? (
        <span className="absolute inset-y-0 right-1 grid place-items-center">
          <IconButton label={clearSearch} size="small" onClick={() => setTyped('')}>
            <X />
          </IconButton>
        </span>
      ) : null}
    </div>
  )
}

/** The text of the field: it follows `value`, and is passed to `onChange` once typing pauses. */
function useTypedSearch(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const latestValue = useRef(value)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange

  useEffect(() => {
    if (value === latestValue.current) return
    latestValue.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    if (typed.trim() === latestValue.current) return
    const timer = setTimeout(() => {
      latestValue.current = typed.trim()
      latestOnChange.current(typed.trim())
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])

  return [typed, setTyped] as const
}
