// The pagination of a list: which rows are shown, out of how many, and links to the previous and next page.

import { IconButton } from '../../components/button.tsx'
import { ChevronLeft, ChevronRight } from '../../components/icons.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { administrationMessages } from './messages.ts'
import { rowsAtOnce } from './queries.ts'

interface PagerProps {
  page: number
  total: number
  onChange(page: number): void
}

/** Nothing if everything is on one page. */
export function Pager({ page, total, onChange }: PagerProps) {
  const text = useMessages(administrationMessages)
  const { number } = useFormats()
  const first = (page - 1) * rowsAtOnce + 1
  const last = Math.min(page * rowsAtOnce, total)
  if (page === 1 && total <= rowsAtOnce) return null
  return (
    <nav aria-label={text.pages} className="flex items-center justify-end gap-1 text-sm text-soft">
      <span role="status" className="mr-2 tabular-nums">
        {text.range(number(Math.min(first, total)), number(last), number(total))}
      </span>
      <IconButton label={text.previous} disabled={page === 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={text.next} disabled={last >= total} onClick={() => onChange(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
