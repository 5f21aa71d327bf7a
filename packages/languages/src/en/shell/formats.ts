// What formatting needs besides Intl.

export type RelativeUnit = 'year' | 'month' | 'day' | 'hour' | 'minute'

const named: { [time: string]: string } = {
  '-1 year': 'last year',
  '1 year': 'next year',
  '-1 month': 'last month',
  '1 month': 'next month',
  '-1 day': 'yesterday',
  '1 day': 'tomorrow',
  '0 minute': 'this minute',
}

export const formats = {
  /** Between groups of three digits. */
  grouping: ',',
  justNow: 'just now',
  /** How long ago or until, like Intl.RelativeTimeFormat; `amount` is the count without its sign, formatted. */
  relative(count: number, unit: RelativeUnit, amount: string): string {
    const time = `${amount} ${unit}${amount === '1' ? '' : 's'}`
    return named[`${count} ${unit}`] ?? (count < 0 ? `${time} ago` : `in ${time}`)
  },
}
