// The pages of a printed sheet: QR codes in a grid, each with its placement, its short address and the link's title.
import type { Link, Placement } from '@linnet/contract'
import { clsx } from 'clsx'
import { useMessages } from '../../../lib/language.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { dataUrl } from '../../qr/image-files.ts'
import { placementMessages } from './messages.ts'
import { layouts, type PerPage } from './print-styles.ts'

/** A placement with its code as SVG. */
export interface PrintedCode {
  placement: Placement
  svg: string
}

interface SheetPageProps {
  link: Link
  codes: readonly PrintedCode[]
  perPage: PerPage
}

// Sizes are relative to the page's width (`cqw`), so that a page looks the same in the preview and on paper.
const textSizes: Record<PerPage, string> = {
  1: 'text-[3.4cqw]',
  2: 'text-[3cqw]',
  6: 'text-[2.1cqw]',
  12: 'text-[1.7cqw]',
  20: 'text-[1.4cqw]',
  30: 'text-[1.2cqw]',
}

export function SheetPage({ link, codes, perPage }: SheetPageProps) {
  const text = useMessages(placementMessages)
  const [columns, rows] = layouts[perPage]
  const grid = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  }
  return (
    <div className="@container size-full overflow-hidden bg-white text-black">
      <ul className="grid size-full" style={grid}>
        {codes.map(({ placement: { name, short_url }, svg }) => (
          <li
            key={name}
            className={clsx(
              'grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)_auto] gap-[0.5em] p-[1em] text-center leading-tight',
              textSizes[perPage],
            )}
          >
            <img src={dataUrl(svg)} alt={text.codeOf(name)} className="size-full object-contain" />
            <div className="grid min-w-0 gap-[0.2em]">
              <bdi className="truncate font-semibold">{name}</bdi>
              <bdi className="truncate text-[0.85em]">{withoutScheme(short_url.split('?')[0] ?? '')}</bdi>
              {link.title ? <bdi className="truncate text-[0.85em]">{link.title}</bdi> : null}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
