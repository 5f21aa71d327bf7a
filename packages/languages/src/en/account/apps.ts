// The messages about connected apps, besides those that the dashboard shares with the account pages.

export const connectedApps = {
  how: 'Applications and agents that you give access to your account appear here. You can remove their access at any time.',
  can: 'It can:',
  revokeOf: (name: string) => `Remove access for ${name}`,
  confirmTitle: (name: string) => `Remove access for ${name}?`,
  after: 'It loses access immediately. To use it again, you’ll have to connect it again.',
}
