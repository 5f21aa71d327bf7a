// Tags as chips: a dot in the tag's colour, and its name.
import type { TagColor } from '@linnet/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { shadeOf, useTagColors } from './tags-query.ts'

interface TagChipProps {
  name: string
  color: TagColor | undefined
  className?: string
  /** After the name, such as a button that removes it. */
  children?: ReactNode
}

export function TagChip({ name, color, className, children }: TagChipProps) {
  return (
    <span
      className={clsx(
        'inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2 text-ink',
        className,
      )}
    >
      <TagDot color={color} />
      <bdi className="truncate">{name}</bdi>
      {children}
    </span>
  )
}

export function TagDot({ color }: { color: TagColor | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-full"
      style={{ backgroundColor: shadeOf(color) }}
    />
  )
}

/** The first tags of a link in its row, and how many more it has. All are in the title. */
export function TagChips({ names }: { names: readonly string[] }) {
  const colorOf = useTagColors()
  const [first, second, ...others] = names
  if (first === undefined) return null
  return (
    <span title={names.join(', ')} className="flex shrink-0 items-center gap-1 text-xs">
      <TagChip name={first} color={colorOf(first)} className="max-w-24 sm:max-w-40" />
      {second === undefined ? null : (
        <TagChip name={second} color={colorOf(second)} className="max-w-40 max-sm:hidden" />
      )}
      {names.length > 1 ? <span className="text-soft sm:hidden">+{names.length - 1}</span> : null}
      {others.length > 0 ? <span className="text-soft max-sm:hidden">+{others.length}</span> : null}
    </span>
  )
}
