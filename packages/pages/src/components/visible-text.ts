// Tells texts that show something from those that only look empty: spaces, and characters that are not seen.

/** The text as it was written, or undefined where nothing of it can be seen. */
export const visibleText = (text: string | undefined | null): string | undefined =>
  text && /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text) ? text : undefined

/** The word behind a choice of looks: in small letters, without spaces around it. */
export const wordOf = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

/** The one of the known words that a text means, or the default. */
export const choice = <Known extends string>(
  text: string | undefined,
  known: readonly Known[],
  usual: Known,
): Known => known.find((word) => word === wordOf(text)) ?? usual
