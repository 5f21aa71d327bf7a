// The workspaces that the user belongs to, and how they are named.
import type { WorkspaceSummary } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { workspaces } from '@linnet/languages/en/shell/workspaces'
import { queryOptions } from '@tanstack/react-query'
import { ownClient } from '../client.ts'
import { useMessages } from '../language.ts'
import { openWorkspace } from './change.ts'

export const workspaceMessages = messagesFor('workspaces', workspaces)

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: async ({ signal }) => (await ownClient.workspaces.list({}, { signal })).data,
})

type Named = Pick<WorkspaceSummary, 'name' | 'personal'>

/** A function that returns the name of a workspace: the user's own has their name, but is called "Personal". */
export function useWorkspaceName(): (workspace: Named) => string {
  const { personal } = useMessages(workspaceMessages)
  return (workspace) => (workspace.personal ? personal : workspace.name)
}

/** Opens a page of a workspace, whose address names it unless it is the user's own. */
export function switchTo({ id, personal }: Pick<WorkspaceSummary, 'id' | 'personal'>, page?: string): void {
  openWorkspace(personal ? null : id, page)
}
