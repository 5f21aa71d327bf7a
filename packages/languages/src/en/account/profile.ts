// The profile, and the preferences of this browser.

export const profile = {
  emailHint: 'You sign in with this address. It can’t be changed.',
  appearance: 'Language, theme and shortcuts',
  here: 'For the dashboard in this browser.',
  language: 'Language',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  keys: 'Keyboard shortcuts',
  keysOn: 'On',
  keysOff: 'Off',
  keysHint: 'c: new link · / : search · g and a letter: go to a page · g w: switch workspace · ? : commands',
  since: (day: string) => `Member since ${day}`,
}
