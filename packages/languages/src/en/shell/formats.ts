// What formatting needs that it doesn't take from Intl.

export const formats = {
  /** Between groups of three digits. */
  grouping: ',',
}
