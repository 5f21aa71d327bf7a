// Compares a number with that of the previous period.

/** `none` if there was nothing before. `share` is the change relative to `before`, to a tenth of a per cent. */
export type Comparison = { is: 'same' | 'none' } | { is: 'more' | 'less'; share: number }

export function compared(now: number, before: number): Comparison {
  if (now === before) return { is: 'same' }
  if (before === 0) return { is: 'none' }
  const share = Math.round((Math.abs(now - before) / before) * 1000) / 1000
  return { is: now > before ? 'more' : 'less', share }
}
