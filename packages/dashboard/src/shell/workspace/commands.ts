// The palette's commands for workspaces: switching to one, creating one, and inviting people.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Command, includes } from '../../components/command-dialog.tsx'
import { ArrowLeftRight, Plus, UserPlus, Users } from '../../components/icons.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { switchTo, useWorkspaceName, workspaceMessages, workspacesQuery } from '../../lib/workspace/list.ts'
import { useMay } from '../../lib/workspace/may.ts'
import type { OpenOverlay } from '../palette-commands.ts'
import { paletteMessages } from '../palette-messages.ts'

// More are found by typing more of the name.
const mostShown = 8

/** Of the user's other workspaces, only those that a search finds. */
export function useWorkspaceCommands(search: string, onOpen: OpenOverlay): Command[] {
  const text = useMessages(workspaceMessages)
  const { members, invite } = useMessages(paletteMessages)
  const navigate = useNavigate()
  const nameOf = useWorkspaceName()
  const { workspace: current } = useMe().user
  const mayInvite = useMay('workspaces.invite') && !current.personal
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  const open = (search: { invite?: true }) =>
    void navigate({ to: '/workspace/{-$section}', params: { section: undefined }, search })
  const others = workspaces.filter(({ id }) => id !== current.id)
  const found = others.map((workspace): Command => {
    const label = text.switchTo(nameOf(workspace))
    return { id: workspace.id, label, icon: ArrowLeftRight, run: () => switchTo(workspace) }
  })
  return [
    {
      id: 'workspaces',
      label: text.title,
      icon: ArrowLeftRight,
      keys: 'G W',
      run: () => onOpen('workspaces'),
    },
    ...(search === '' ? [] : found.filter(({ label }) => includes(label, search)).slice(0, mostShown)),
    { id: 'create-workspace', label: text.create, icon: Plus, run: () => onOpen('create-workspace') },
    ...(current.personal ? [] : [{ id: 'members', label: members, icon: Users, run: () => open({}) }]),
    ...(mayInvite
      ? [{ id: 'invite', label: invite, icon: UserPlus, run: () => open({ invite: true }) }]
      : []),
  ]
}
