// The messages about connected apps, besides those that the dashboard shares with the account pages.

export const connectedApps = {
  how: 'Applications and agents that you give access to your workspaces appear here. You can remove their access at any time.',
  workspace: (name: string) => `Workspace: ${name}`,
  personal: 'Workspace: Personal',
  membersTitle: 'Apps of other members',
  membersText: (workspace: string) => `Applications that other members have connected to ${workspace}.`,
  of: (person: string) => `Connected by ${person}`,
  can: 'It can:',
  revokeOf: (name: string) => `Remove access for ${name}`,
  confirmTitle: (name: string) => `Remove access for ${name}?`,
  after: 'It loses access immediately. To use it again, you’ll have to connect it again.',
}
