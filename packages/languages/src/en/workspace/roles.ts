// The roles in a workspace, and what each may do.

export const roles = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  may: {
    viewer: 'Can see links, microsites and statistics.',
    editor: 'Can also create and edit links, microsites and QR codes.',
    admin: 'Can also manage members, domains, API keys and webhooks.',
    owner: 'Can also hand over or delete the workspace.',
  },
  needed: {
    viewer: 'This requires the viewer role.',
    editor: 'This requires the editor role.',
    admin: 'This requires the admin role.',
    owner: 'This requires the owner role.',
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
