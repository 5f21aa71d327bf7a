// Breakdowns as they are answered: the sums of many days, the most clicked names first.
import type { Breakdowns } from '@linnet/contract'
import { addBreakdowns, emptyBreakdowns, readBreakdowns } from '../clicks/index.ts'

const mostEntries = 50
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Sums the stored breakdowns of days up. */
export function sumBreakdowns(days: string[]): Breakdowns {
  const sums = emptyBreakdowns()
  for (const day of days) addBreakdowns(sums, readBreakdowns(day), Number.POSITIVE_INFINITY)
  return {
    referers: ranked(sums.referers),
    locations: ranked(sums.locations).map(({ name, clicks }) => ({
      code: name,
      name: countryName(name),
      clicks,
    })),
    devices: ranked(sums.devices),
    browsers: ranked(sums.browsers),
  }
}

function ranked(counts: Record<string, number>): { name: string; clicks: number }[] {
  return Object.entries(counts)
    .map(([name, clicks]) => ({ name, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
    .slice(0, mostEntries)
}

function countryName(code: string): string {
  return code === 'ZZ' ? 'Unknown' : (countryNames.of(code) ?? code)
}
