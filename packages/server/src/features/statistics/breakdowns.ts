// Breakdowns of clicks: the sums of many days, the most clicked names first.
import type { Breakdowns } from '@linnet/contract'
import type { BreakdownCounts } from '../clicks/index.ts'
import { ranked, rankedCountries } from './names.ts'

const mostEntries = 50

export function rankedBreakdowns(sums: BreakdownCounts): Omit<Breakdowns, 'rules' | 'placements'> {
  return {
    referers: ranked(Object.entries(sums.referers), mostEntries),
    locations: rankedCountries(Object.entries(sums.locations), mostEntries),
    devices: ranked(Object.entries(sums.devices), mostEntries),
    browsers: ranked(Object.entries(sums.browsers), mostEntries),
  }
}
