// The warning before leaving with unsaved changes.

export const leaveWarning = {
  title: 'Leave without saving?',
  what: 'Your changes haven’t been saved. Keep the draft to find them in this tab when you come back.',
  stay: 'Stay',
  keep: 'Keep draft',
  discard: 'Discard changes',
}
