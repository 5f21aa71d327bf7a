// The keys of the list: they move among its rows, select and deselect.
import type { KeyboardEvent, RefObject } from 'react'
import { rowHeight } from './link-row.tsx'
import { loadedLink } from './queries.ts'
import type { RowActions } from './row-actions.ts'
import { rowNear, stepOf } from './row-steps.ts'
import type { LinkFilter } from './search-params.ts'
import type { Selection } from './selection.ts'

interface RowKeysNeeds {
  filter: LinkFilter
  total: number
  selection: Selection
  actions: RowActions
  /** The row from which a range is selected. */
  anchor: RefObject<number | null>
  /** The height of what sticks to the window's top, in pixels. */
  topInset: number
  focusRow(row: number): void
}

/** The handler of the list's keys. */
export function rowKeys({ filter, total, selection, actions, anchor, topInset, focusRow }: RowKeysNeeds) {
  function goTo(row: number) {
    focusRow(rowNear(row, total))
  }

  function select(row: number, isRange: boolean, from?: number) {
    const link = loadedLink(filter, row)
    if (!link) return
    if (isRange) anchor.current ??= from ?? row
    actions.toggle(link, row, isRange)
  }

  return (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rowOf(event.target as HTMLElement)
    if (row === null) return
    const step = stepOf(event.key, Math.floor((innerHeight - topInset) / rowHeight), total)
    if (step !== undefined) {
      event.preventDefault()
      if (event.shiftKey && Math.abs(step) === 1) select(row + step, true, row)
      return goTo(row + step)
    }
    if (event.key === 'x' || event.key === 'X') {
      event.preventDefault()
      select(row, event.shiftKey)
    } else if (event.key === 'Escape' && selection.links.size > 0) selection.clear()
  }
}

/** The number of the row that an element is in. */
function rowOf(element: HTMLElement): number | null {
  const item = element.closest('li')?.querySelector('[data-row]')
  const row = Number(item?.getAttribute('data-row') ?? Number.NaN)
  return Number.isNaN(row) ? null : row
}
