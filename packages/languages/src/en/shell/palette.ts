// The messages of the command palette.

export const palette = {
  title: 'Search and commands',
  placeholder: 'Search links, pages and commands…',
  go: 'Go to',
  actions: 'Commands',
  links: 'Links',
  create: 'Create a link',
  bulk: 'Bulk create links',
  light: 'Use light theme',
  dark: 'Use dark theme',
  members: 'Workspace members',
  invite: 'Invite a member',
  signOut: 'Sign out',
  nothing: 'No results',
  searching: 'Searching links…',
}
