// The button that shows the current workspace, and opens the list of the others.
import { ChevronsUpDown, CircleUser, Users } from '../../components/icons.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { useWorkspaceName, workspaceMessages } from '../../lib/workspace/list.ts'

export function WorkspaceButton({ onPress }: { onPress(): void }) {
  const text = useMessages(workspaceMessages)
  const { workspace } = useMe().user
  const name = useWorkspaceName()(workspace)
  const Icon = workspace.personal ? CircleUser : Users
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={text.switch(name)}
      onClick={onPress}
      className="flex min-h-10 w-full items-center gap-2.5 rounded-control border border-line px-3 text-left text-sm font-medium hover:bg-sunken"
    >
      <Icon className="size-4 shrink-0 text-soft" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-soft" />
    </button>
  )
}
