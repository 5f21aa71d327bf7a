// What formatting needs besides Intl.

export const formats = {
  /** Between groups of three digits. */
  grouping: ',',
  justNow: 'just now',
}
