// The frame around every page.

export const shell = {
  main: 'Main',
  skip: 'Skip to content',
  search: 'Search and commands',
  menu: 'Menu',
  theme: 'Theme',
  themes: (theme: 'light' | 'dark' | 'system') =>
    theme === 'light' ? 'Theme: Light' : theme === 'dark' ? 'Theme: Dark' : 'Theme: System',
  signOut: 'Sign out',
  person: 'Your account',
  offline: 'You’re offline. This page may be out of date. Your changes are kept in this browser.',
}
