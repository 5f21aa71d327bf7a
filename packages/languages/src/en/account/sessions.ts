// The messages about sessions, besides those that the dashboard shares with the account pages.

export const sessions = {
  end: (agent: string) => `Sign out ${agent}`,
  othersTitle: 'Sign out everywhere else?',
  others: 'All other browsers will have to sign in again. Unsaved changes there are kept.',
  none: 'You aren’t signed in anywhere else.',
}
