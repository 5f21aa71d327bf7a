// Distinguishes text with something to see from text of spaces and invisible characters.

/** The text, or undefined if nothing in it is visible. */
export const visibleText = (text: string | undefined | null): string | undefined =>
  text && /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text) ? text : undefined

/** In lower case, without surrounding spaces, as style choices are compared. */
export const normalized = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/** The known value that a string stands for, or the default. */
export const choice = <Known extends string>(
  text: string | undefined,
  known: readonly Known[],
  fallback: Known,
): Known => known.find((value) => value === normalized(text)) ?? fallback
