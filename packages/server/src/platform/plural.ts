// Counts with English nouns, for people and models.

/** Such as `1 click` and `2 clicks`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
