// Writes a number with its English noun.

/** Such as `1 click` and `2 clicks`. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
