// Localizes the values of reports: countries, devices, and unknown ones.
import { otherPlacements } from '@linnet/contract/placement-names'
import type { Language } from '@linnet/languages'
import { statisticsMessages } from './messages.ts'
import type { FilterName } from './search.ts'

/** Returns a function that gives each value of a breakdown its display name. */
export function namesIn(language: Language): (filter: FilterName, value: string) => string {
  const text = statisticsMessages(language)
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const country = (code: string) => {
    if (code === 'ZZ') return text.unknownCountry
    try {
      return regions.of(code) ?? code
    } catch {
      return code
    }
  }
  return (filter, value) => {
    if (filter === 'country') return country(value)
    if (filter === 'device') return (text.deviceNames as Record<string, string>)[value] ?? text.other
    if (filter === 'referer' && value === 'direct') return text.direct
    if (filter === 'placement') return value === otherPlacements ? text.otherPlacements : value
    return value === 'other' ? text.other : value
  }
}
