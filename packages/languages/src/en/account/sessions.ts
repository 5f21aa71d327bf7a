// The list of sessions, besides what the account pages also say.

export const sessions = {
  end: (agent: string) => `Sign out ${agent}`,
  othersTitle: 'Sign out everywhere else?',
  others: 'All other browsers will have to sign in again. Unsaved changes there are kept.',
  none: 'You aren’t signed in anywhere else.',
}
