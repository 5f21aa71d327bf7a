// The messages of the shared components.

export const componentKit = {
  close: 'Close',
  cancel: 'Cancel',
  discard: 'Discard changes',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it manually.',
  retry: 'Try again',
  failed: 'This couldn’t be loaded',
  more: 'More',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  unlimited: (used: string) => `${used}, no limit`,
  loading: 'Loading…',
  messages: 'Notifications',
  clearSearch: 'Clear search',
  datePart: 'The date is incomplete. Complete it, or clear the field.',
  undo: 'Undo',
  undone: 'Undone',
}
