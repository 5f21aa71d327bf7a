// The messages on microsites, besides their owners’ content.

export const micrositePages = {
  reveal: 'Show',
  hide: 'Hide',
  locked: 'This content is protected by a password.',
  notOpen: 'This content isn’t available yet.',
  lockedLink: 'Locked link',
  password: 'Password',
  unlock: 'Unlock',
  wrongPassword: 'This password is incorrect. Try again.',
  tooManyTries: (when: string) => `Too many attempts. You can try again ${when}.`,
  link: 'Link',
  links: 'Links',
  shop: 'Shop',
  bestsellers: 'Most popular',
  free: 'Free',
  backTo: 'Back to',
  madeWith: 'Made with Linnet',
  report: 'Report',
}
