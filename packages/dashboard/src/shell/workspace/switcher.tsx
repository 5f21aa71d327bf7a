// Chooses another workspace: all of the user's, found by typing.
import { readDashboardPath } from '@linnet/contract/workspace-addresses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMessages } from '../../components/allowed.tsx'
import { type Command, CommandDialog, includes } from '../../components/command-dialog.tsx'
import { CircleUser, Plus, Users } from '../../components/icons.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { switchTo, useWorkspaceName, workspaceMessages, workspacesQuery } from '../../lib/workspace/list.ts'
import { samePage } from '../../lib/workspace/same-page.ts'

// A longer list would take long to render, and nobody reads it.
const mostShown = 50

interface WorkspaceSwitcherProps {
  onCreate(): void
  onClose(): void
}

export function WorkspaceSwitcher({ onCreate, onClose }: WorkspaceSwitcherProps) {
  const text = useMessages(workspaceMessages)
  const language = useLanguage()
  const { number } = useFormats()
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery(workspacesQuery)
  const found = useSwitches(typed.trim())
  const shown = found.slice(0, mostShown)
  const label =
    shown.length < found.length ? text.someOf(number(shown.length), number(found.length)) : text.list
  const create: Command = { id: 'create', label: text.create, icon: Plus, run: onCreate }
  return (
    <CommandDialog
      title={text.title}
      placeholder={text.find}
      typed={typed}
      onType={setTyped}
      groups={[
        ...(shown.length > 0 ? [{ label, items: shown }] : []),
        ...(data ? [{ label: shown.length > 0 ? '' : text.nothing, items: [create] }] : []),
      ]}
      empty={error ? null : text.loading}
      failure={error ? messageOf(error, language) : undefined}
      onClose={onClose}
    />
  )
}

/** The workspaces whose name contains the search, as commands that switch to them. */
function useSwitches(search: string): Command[] {
  const text = useMessages(workspaceMessages)
  const { names } = useMessages(roleMessages)
  const nameOf = useWorkspaceName()
  const { workspace: current } = useMe().user
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  return workspaces
    .filter((workspace) => includes(nameOf(workspace), search))
    .map((workspace) => ({
      id: workspace.id,
      label: nameOf(workspace),
      detail: workspace.personal ? undefined : names[workspace.role],
      icon: workspace.personal ? CircleUser : Users,
      current: workspace.id === current.id ? text.current : undefined,
      run() {
        if (workspace.id !== current.id)
          switchTo(workspace, samePage(readDashboardPath(location.pathname).rest))
      },
    }))
}
