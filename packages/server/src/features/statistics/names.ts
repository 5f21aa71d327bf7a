// Clicks by name: as they are added up, and as answers rank them.

export type Names = Map<string, number>

// Anyone can make up referring hosts: past this many names the rest is summed up as one.
const mostNames = 20_000
const theRest = 'other'

export function addCounted(names: Names, name: string, clicks: number): void {
  if (clicks === 0) return
  const before = names.get(name)
  if (before !== undefined || names.size < mostNames) names.set(name, (before ?? 0) + clicks)
  else names.set(theRest, (names.get(theRest) ?? 0) + clicks)
}

/** The most clicked first. */
export function ranked(names: Iterable<[string, number]>, most: number): { name: string; clicks: number }[] {
  return [...names]
    .map(([name, clicks]) => ({ name, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
    .slice(0, most)
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** What a country's code stands for, in English. */
export function countryName(code: string): string {
  if (code === 'ZZ') return 'Unknown'
  // Past very many names the rest is called `other`, which is no code.
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}

/** A ranking of country codes with their names. */
export function rankedCountries(
  names: Iterable<[string, number]>,
  most: number,
): { code: string; name: string; clicks: number }[] {
  return ranked(names, most).map(({ name, clicks }) => ({ code: name, name: countryName(name), clicks }))
}
