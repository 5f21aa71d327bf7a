// Whether strings are visible, and hide nothing: without schemas, because visits to short URLs are checked too.

/** Whether a string contains something visible. */
export function isVisible(value: string): boolean {
  return /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)
}

/**
 * Whether a string has invisible characters, line breaks, or characters that change the writing direction. The two joiners are
 * allowed, because Persian, Hindi and emoji need them.
 */
export function hasInvisible(value: string): boolean {
  return /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u.test(value)
}
