// A row of the list: a link with its short URL, destination, state and clicks.

import type { Link } from '@linnet/contract'
import { clsx } from 'clsx'
import { memo, type MouseEvent as ReactMouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ChartColumn, Copy } from '../../components/icons.ts'
import { MenuButton } from '../../components/menu.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { withoutScheme } from '../../lib/without-scheme.ts'
import { LinkBadges } from './link-badges.tsx'
import { linkMessages } from './messages.ts'
import type { RowActions } from './row-actions.ts'
import { TagChips } from './tags/tag-chips.tsx'

/** The id of the menu that all rows share. */
export const linkMenuId = 'link-menu'
/** The height of every row, in pixels. */
export const rowHeight = 72
// No window is wide enough for more of a destination.
const longestShown = 300
// Creating the format takes as long as rendering several rows, so the first rows are shown without their titles.
const titledAfterMilliseconds = 1500
let isTitled = false

interface RowPosition {
  row: number
  total: number
  /** Pixels below the list's top. */
  top: number
}

function Row({
  row,
  total,
  top,
  isSelected,
  children,
}: RowPosition & { isSelected?: boolean; children: ReactNode }) {
  return (
    <li
      aria-posinset={row + 1}
      aria-setsize={total}
      className={clsx(
        'absolute inset-x-0 flex contain-strict items-center gap-2 border-b border-line px-2 sm:gap-3 sm:px-3',
        isSelected ? 'bg-tint' : 'hover:bg-sunken/60',
      )}
      style={{ height: rowHeight, top }}
    >
      {children}
    </li>
  )
}

interface LinkRowProps extends RowPosition {
  link: Link
  isSelected: boolean
  isMenuOpen: boolean
  panelHref: string
  statisticsHref: string
  actions: RowActions
  /** The domain that most links are on. */
  defaultHost: string
}

export const LinkRow = memo(function LinkRow({
  link,
  isSelected,
  isMenuOpen,
  panelHref,
  statisticsHref,
  actions,
  defaultHost,
  ...position
}: LinkRowProps) {
  const text = useMessages(linkMessages)
  const name = withoutScheme(link.short_url)
  const { row } = position
  return (
    <Row {...position} isSelected={isSelected}>
      <label className="grid size-10 shrink-0 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={text.select(name)}
          checked={isSelected}
          onClick={({ shiftKey }) => actions.toggle(link, row, shiftKey)}
          className="size-4.5 cursor-pointer accent-accent"
        />
      </label>
      <div className="min-w-0 flex-1">
        <ShortLink link={link} row={row} href={panelHref} actions={actions} defaultHost={defaultHost} />
        <div className="flex min-w-0 items-center gap-2">
          <Destination link={link} href={panelHref} onOpen={() => actions.edit(link)} />
          {link.tags.length > 0 ? <TagChips names={link.tags} /> : null}
        </div>
      </div>
      <CreatedTime seconds={link.created_at} />
      <Clicks link={link} href={statisticsHref} onOpen={() => actions.openStatistics(link)} />
      <div className="-ml-1 shrink-0">
        <MenuButton
          label={text.more(name)}
          isOpen={isMenuOpen}
          controls={linkMenuId}
          onPress={(opening) => actions.openMenu(link, opening)}
        />
      </div>
    </Row>
  )
})

interface ShortLinkProps {
  link: Link
  row: number
  /** The URL of the link's panel. */
  href: string
  actions: RowActions
  defaultHost: string
}

/** The short URL, which opens the panel, with a button that copies it. */
function ShortLink({ link, row, href, actions, defaultHost }: ShortLinkProps) {
  const text = useMessages(linkMessages)
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <a
        href={href}
        onClick={(event) => follow(event, () => actions.edit(link))}
        data-row={row}
        dir="ltr"
        title={link.short_url}
        className={clsx(
          'flex min-w-0 rounded-sm hover:underline',
          link.status === 'active' ? 'text-ink' : 'text-soft',
        )}
      >
        <ShortUrl url={link.short_url} isBrief={link.domain === defaultHost} />
      </a>
      <button
        type="button"
        aria-label={text.copy(withoutScheme(link.short_url))}
        title={text.copyLink}
        onClick={() => actions.copy(link)}
        className="grid size-8 shrink-0 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
      >
        <Copy className="size-4" />
      </button>
      <LinkBadges link={link} />
    </div>
  )
}

interface DestinationProps {
  link: Link
  /** The URL of the link's panel. */
  href: string
  onOpen(): void
}

/** Opens the panel too, for people who tap the middle of a row. With the keyboard, the short URL leads there. */
function Destination({ link, href, onOpen }: DestinationProps) {
  return (
    <a
      href={href}
      tabIndex={-1}
      onClick={(event) => follow(event, onOpen)}
      className="min-w-0 truncate text-sm text-soft"
      title={`${link.title}\n${link.long_url}`.trim()}
    >
      {link.title ? (
        <>
          <bdi className="text-ink">{link.title}</bdi>
          <span aria-hidden="true"> · </span>
        </>
      ) : null}
      <bdi>{withoutScheme(link.long_url).slice(0, longestShown)}</bdi>
    </a>
  )
}

/** How long ago a link was created, with the date and time as the title. */
function CreatedTime({ seconds }: { seconds: number }) {
  const formats = useFormats()
  const [hasTitle, setHasTitle] = useState(isTitled)
  useEffect(() => {
    if (hasTitle) return
    const timer = setTimeout(() => {
      isTitled = true
      setHasTitle(true)
    }, titledAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [hasTitle])
  return (
    <time
      dateTime={new Date(seconds * 1000).toISOString()}
      title={hasTitle ? formats.moment(seconds) : undefined}
      className="w-28 shrink-0 text-right text-sm text-soft max-md:hidden"
    >
      {formats.ago(seconds)}
    </time>
  )
}

interface ClicksProps {
  link: Link
  /** The URL of the link's statistics. */
  href: string
  onOpen(): void
}

function Clicks({ link, href, onOpen }: ClicksProps) {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const clicks = link.clicks === 1 ? text.oneClick : text.clicks(formats.number(link.clicks))
  return (
    <a
      href={href}
      onClick={(event) => follow(event, onOpen)}
      aria-label={clicks}
      title={clicks}
      className="inline-flex min-h-8 min-w-14 shrink-0 items-center justify-end gap-1.5 rounded-control px-2 text-sm font-medium tabular-nums hover:bg-sunken"
    >
      <ChartColumn className="size-4 text-soft" />
      {formats.short(link.clicks)}
    </a>
  )
}

/**
 * Navigates within the app, unless the link is to be opened in another tab or window. The router's own links subscribe
 * to the whole router's state, which makes a long list slow.
 */
function follow(event: ReactMouseEvent, go: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go()
}

interface ShortUrlProps {
  url: string
  /** Hides the domain on narrow screens. */
  isBrief?: boolean
}

/** `example.com/abc` with an emphasized slug, which is truncated last. */
export function ShortUrl({ url, isBrief }: ShortUrlProps) {
  const address = withoutScheme(url)
  const slash = address.indexOf('/')
  return (
    <>
      <span className={clsx('min-w-0 shrink-999 truncate text-soft', isBrief && 'max-sm:hidden')}>
        {address.slice(0, slash)}
      </span>
      <span className="text-soft">/</span>
      <span translate="no" className="min-w-0 max-w-60 truncate font-semibold">
        {address.slice(slash + 1)}
      </span>
    </>
  )
}

export function SkeletonRow(position: RowPosition) {
  return (
    <Row {...position}>
      <SkeletonContent />
    </Row>
  )
}

function SkeletonContent() {
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center">
        <Skeleton className="size-4.5" />
      </span>
      <span className="grid min-w-0 flex-1 gap-2.5">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="h-3.5 w-80 max-w-full" />
      </span>
      <Skeleton className="h-4 w-12" />
    </>
  )
}

/** Shown until the number of links is known. */
export function SkeletonRows() {
  return (
    <div className="rounded-card border border-line bg-surface">
      {Array.from({ length: 8 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity
          key={row}
          className="flex items-center gap-3 border-b border-line px-3"
          style={{ height: rowHeight }}
        >
          <SkeletonContent />
        </div>
      ))}
    </div>
  )
}

export function FailedRow({ onRetry, ...position }: RowPosition & { onRetry(): void }) {
  const text = useMessages(linkMessages)
  return (
    <Row {...position}>
      <span className="flex-1 pl-2 text-sm text-bad">{text.noRow}</span>
      <Button size="small" onClick={onRetry}>
        {text.again}
      </Button>
    </Row>
  )
}
