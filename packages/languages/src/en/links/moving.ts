// Moving links to another workspace.

export const moving = {
  move: 'Move to workspace…',
  short: 'Move',
  title: (links: number) => (links === 1 ? 'Move 1 link to…' : `Move ${links} links to…`),
  none: 'You have no other workspace in which you’re at least an editor.',
  moved: (links: number, workspace: string) =>
    links === 1 ? `Link moved to ${workspace}` : `${links} links moved to ${workspace}`,
  open: 'Open workspace',
  failedTitle: (links: number) => (links === 1 ? '1 link wasn’t moved' : `${links} links weren’t moved`),
  failedText: (workspace: string) =>
    `Links on a custom domain can’t be moved without it, and the plan of ${workspace} may not allow more links this month. They stay where they are.`,
  done: 'Done',
}
