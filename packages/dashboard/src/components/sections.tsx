// The navigation between a page's sections, each with its own URL: a row that scrolls on narrow screens.
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

interface SectionLink extends Pick<LinkProps, 'to' | 'params'> {
  key: string
  label: string
  icon?: ReactNode
  /** Whether it is also current while something inside it is open. */
  isOpen: boolean
}

interface SectionsProps {
  /** Its accessible name. */
  label: string
  sections: SectionLink[]
}

export function Sections({ label, sections }: SectionsProps) {
  const row = useRef<HTMLElement>(null)
  const open = sections.find(({ isOpen }) => isOpen)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open one is scrolled into view whenever it changes
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !link) return
    row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
  }, [open])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {sections.map(({ key, label, icon, isOpen, ...place }) => (
          <li key={key}>
            <Link
              {...place}
              aria-current={isOpen ? 'page' : undefined}
              activeProps={{}}
              activeOptions={{ exact: true }}
              className={`inline-flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-medium whitespace-nowrap outline-offset-[-3px] transition-colors [&_svg]:size-4 ${
                isOpen ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink'
              }`}
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
