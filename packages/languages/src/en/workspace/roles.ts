// The roles in a workspace, and what each may do.

export const roles = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  may: {
    viewer: 'Sees links, microsites and statistics.',
    editor: 'Also creates and changes links, microsites and QR codes.',
    admin: 'Also manages members, domains, API keys and webhooks.',
    owner: 'Also hands over or deletes the workspace.',
  },
  needed: {
    viewer: 'This needs the role viewer.',
    editor: 'This needs the role editor.',
    admin: 'This needs the role admin.',
    owner: 'This needs the role owner.',
  },
  ask: 'Ask an owner or admin of the workspace.',
  askOwner: 'Ask an owner of the workspace.',
  yours: {
    viewer: 'You’re a viewer here.',
    editor: 'You’re an editor here.',
    admin: 'You’re an admin here.',
    owner: 'You’re an owner here.',
  },
}
