// The messages of the account in the dashboard, besides those that it shares with the account pages.

export const account = {
  title: 'Account',
  sections: 'Account sections',
  profile: 'Profile',
  security: 'Security',
  sessions: 'Sessions',
  apps: 'Connected apps',
  activity: 'Activity',
  data: 'Your data',
  withoutScript: 'Version without JavaScript',
  save: 'Save',
  saved: 'Saved',
  reset: 'Discard',
}
