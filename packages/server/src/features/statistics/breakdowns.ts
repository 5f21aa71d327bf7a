// Breakdowns of clicks: the sums of many days, the most clicked names first.
import type { Breakdowns } from '@linnet/contract'
import { addBreakdowns, emptyBreakdowns, readBreakdowns } from '../clicks/index.ts'
import { ranked, rankedCountries } from './names.ts'

const mostEntries = 50

/** Sums up the stored breakdowns of days. */
export function sumBreakdowns(days: string[]): Breakdowns {
  const sums = emptyBreakdowns()
  for (const day of days) addBreakdowns(sums, readBreakdowns(day), Number.POSITIVE_INFINITY)
  return {
    referers: ranked(Object.entries(sums.referers), mostEntries),
    locations: rankedCountries(Object.entries(sums.locations), mostEntries),
    devices: ranked(Object.entries(sums.devices), mostEntries),
    browsers: ranked(Object.entries(sums.browsers), mostEntries),
  }
}
