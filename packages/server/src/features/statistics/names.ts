// Clicks by name, such as of a site or country: adding them up, and ranking them.

export type ClicksByName = Map<string, number>

// Anyone can make up referring hosts, so beyond this many names the rest is counted as one.
const mostNames = 20_000
const restName = 'other'

export function addClicks(names: ClicksByName, name: string, clicks: number): void {
  if (clicks === 0) return
  const before = names.get(name)
  if (before !== undefined || names.size < mostNames) names.set(name, (before ?? 0) + clicks)
  else names.set(restName, (names.get(restName) ?? 0) + clicks)
}

/** The most clicked first. */
export function ranked(names: Iterable<[string, number]>, most: number): { name: string; clicks: number }[] {
  return [...names]
    .map(([name, clicks]) => ({ name, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
    .slice(0, most)
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country code, in English. */
export function countryName(code: string): string {
  if (code === 'ZZ') return 'Unknown'
  // `other` is not a code: it stands for the names beyond the limit.
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}

/** A ranking of country codes with their names. */
export function rankedCountries(
  names: Iterable<[string, number]>,
  most: number,
): { code: string; name: string; clicks: number }[] {
  return ranked(names, most).map(({ name, clicks }) => ({ code: name, name: countryName(name), clicks }))
}
