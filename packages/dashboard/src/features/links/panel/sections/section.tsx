// A part of the panel that is folded until it is needed, with one line about what is set in it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ChevronRight } from '../../../../components/icons.ts'
import { useMessages } from '../../../../lib/language.ts'
import { panelMessages } from '../messages.ts'

interface FoldedProps {
  title: string
  /** What is set; empty if nothing is. */
  summary: string
  /** Whether the content is only made when the section is first opened. */
  isLazy?: boolean
  /** Opens it. */
  hasError?: boolean
  children: ReactNode
}

export function Section({ title, summary, isLazy, hasError, children }: FoldedProps) {
  const { unset } = useMessages(panelMessages)
  const [wasOpened, setOpened] = useState(false)
  const section = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (hasError && section.current) section.current.open = true
  }, [hasError])
  return (
    <details
      ref={section}
      className="group border-line not-first:border-t"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium">
        <ChevronRight className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
        <span className="shrink-0">{title}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-right font-normal text-soft">
          {summary || unset}
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line p-3 sm:p-4">
        {isLazy && !wasOpened ? null : children}
      </div>
    </details>
  )
}

/** Sections below each other. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className="rounded-control border border-line">{children}</div>
}
