// Moving links to another workspace.

export const moving = {
  move: 'Move to workspace…',
  short: 'Move',
  title: (links: number) => (links === 1 ? 'Move 1 link to…' : `Move ${links} links to…`),
  none: 'To move links, you need to be at least an editor in another workspace.',
  moved: (links: number, workspace: string) =>
    links === 1 ? `Link moved to ${workspace}` : `${links} links moved to ${workspace}`,
  open: 'Open workspace',
  failedTitle: (links: number) => (links === 1 ? '1 link wasn’t moved' : `${links} links weren’t moved`),
  failedText: (workspace: string) =>
    `They stay in this workspace. Links on a custom domain can’t be moved, and the plan of ${workspace} may not allow more links this month.`,
  done: 'Done',
}
