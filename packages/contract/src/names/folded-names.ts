// How names that people give, such as those of tags and placements, are compared.

/**
 * A name as it is compared: without case, and with full-width and other compatibility forms as their usual ones (Unicode's
 * toNFKC_Casefold, UAX #44).
 */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFKC')
}

/** Each name once, as it is first written, by its folded form. */
export function uniqueNames(names: readonly string[]): Map<string, string> {
  const unique = new Map<string, string>()
  for (const name of names) {
    const folded = foldedName(name)
    if (!unique.has(folded)) unique.set(folded, name)
  }
  return unique
}
