// The settings of a workspace: its name, leaving and deleting it.

export const workspace = {
  title: 'Workspace',
  sections: 'Workspace sections',
  members: 'Members',
  plan: 'Plan',
  domains: 'Domains',
  audit: 'Audit log',
  settings: 'Settings',
  alone: 'Your personal workspace is for you alone',
  aloneText: 'Create a workspace to share links, microsites and statistics with others.',
  nameTitle: 'Name',
  name: 'Name',
  save: 'Save',
  renamed: 'Name saved',
  exportTitle: 'Export workspace data',
  exportText: 'Download everything that this server stores in the workspace, in one file.',
  exportHolds:
    'Links with their settings and QR codes|Daily click counts, and individual clicks while they’re kept|Microsites, shop items and image URLs|Domains, webhooks and applications|API keys (names only)|Audit log',
  download: 'Download data',
  leaveTitle: 'Leave the workspace',
  leaveText:
    'You lose access immediately, and so do the applications that you connected here. Your API keys stop working until an admin takes them over. What you created stays.',
  leaveOwner: 'If you’re the only owner, make another member an owner first.',
  leave: 'Leave workspace',
  leaveAsk: (name: string) => `Leave “${name}”?`,
  deleteTitle: 'Delete the workspace',
  deleteText: 'Delete the workspace and everything in it, for all members. This can’t be undone.',
  deleteLoses:
    'Its links stop working immediately. Its links, microsites, statistics, domains, API keys and applications are permanently deleted.',
  deleteFirst: 'If you might need them later, first export its data or move its links to another workspace.',
  delete: 'Delete workspace',
  deleteAsk: (name: string) => `Delete “${name}”?`,
  typeName: (name: string) => `Type ${name} to confirm`,
}
