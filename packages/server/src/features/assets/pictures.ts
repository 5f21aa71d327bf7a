// What an uploaded picture becomes, and the words in which one is refused.
import { invalidField } from '@linnet/contract'

const longestSide = 16_384

export interface Drawn {
  format: 'webp' | 'svg'
  width: number
  height: number
  content: Uint8Array
  /** The same, smaller, the smallest first. */
  variants: { width: number; content: Uint8Array }[]
}

/** The refusal of an upload for what it is. */
export const fault = (words: string) => invalidField('file', words)

/** Refuses a picture of more than 16,384 pixels a side. */
export function requireSides(width: number, height: number): void {
  if (width > longestSide || height > longestSide)
    throw fault(`is ${width} × ${height} pixels; a side may have ${longestSide} at most`)
}
