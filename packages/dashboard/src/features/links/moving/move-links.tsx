// Moves links to another workspace of the user, and says which ones couldn't be moved.

import type { Link, WorkspaceSummary } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CommandDialog, includes } from '../../../components/command-dialog.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { CircleUser, Users } from '../../../components/icons.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refreshMe, useMe } from '../../../lib/session.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import {
  switchTo,
  useWorkspaceName,
  workspaceMessages,
  workspacesQuery,
} from '../../../lib/workspace/list.ts'
import { mayUse } from '../../../lib/workspace/needed-roles.ts'
import { movingMessages } from '../messages.ts'
import { refreshLinks } from '../queries.ts'

interface MoveLinksProps {
  links: readonly Link[]
  onMoved(): void
  onClose(): void
}

interface Outcome {
  failed: Link[]
  to: string
}

export function MoveLinks({ links, onMoved, onClose }: MoveLinksProps) {
  const text = useMessages(movingMessages)
  const language = useLanguage()
  const nameOf = useWorkspaceName()
  const isChosen = useRef(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function move(to: WorkspaceSummary) {
    isChosen.current = true
    try {
      const ids = links.map(({ id }) => id)
      const { data } = await client.links.moveMany({ ids, workspace: to.id })
      if (data.success > 0)
        showToast({
          title: text.moved(data.success, nameOf(to)),
          action: { label: text.open, onSelect: () => switchTo(to) },
        })
      onMoved()
      if (data.failed.length === 0) return onClose()
      setOutcome({ failed: links.filter(({ id }) => data.failed.includes(id)), to: nameOf(to) })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      onClose()
    } finally {
      await refreshLinks()
      refreshMe()
    }
  }

  if (outcome) return <NotMoved {...outcome} onClose={onClose} />
  if (isChosen.current) return null
  return (
    <Targets
      title={text.title(links.length)}
      onChoose={(to) => void move(to)}
      onClose={() => isChosen.current || onClose()}
    />
  )
}

interface TargetsProps {
  title: string
  onChoose(workspace: WorkspaceSummary): void
  onClose(): void
}

/** The other workspaces in which the user may create links. */
function Targets({ title, onChoose, onClose }: TargetsProps) {
  const text = useMessages(movingMessages)
  const shared = useMessages(workspaceMessages)
  const language = useLanguage()
  const nameOf = useWorkspaceName()
  const { workspace: current } = useMe().user
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery(workspacesQuery)
  const targets = (data ?? []).filter(({ id, role }) => id !== current.id && mayUse(role, 'links.create'))
  const items = targets
    .filter((workspace) => includes(nameOf(workspace), typed.trim()))
    .slice(0, mostShown)
    .map((workspace) => ({
      id: workspace.id,
      label: nameOf(workspace),
      icon: workspace.personal ? CircleUser : Users,
      run: () => onChoose(workspace),
    }))
  return (
    <CommandDialog
      title={title}
      placeholder={shared.find}
      typed={typed}
      onType={setTyped}
      groups={items.length > 0 ? [{ label: title, items }] : []}
      empty={error ? null : !data ? shared.loading : targets.length === 0 ? text.none : shared.nothing}
      failure={error ? messageOf(error, language) : undefined}
      onClose={onClose}
    />
  )
}

const mostShown = 50
const mostListed = 100

function NotMoved({ failed, to, onClose }: Outcome & { onClose(): void }) {
  const text = useMessages(movingMessages)
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.failedTitle(failed.length)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-sm">{text.failedText(to)}</p>
        <ul className="grid list-disc gap-1 pl-5 text-sm" translate="no">
          {failed.slice(0, mostListed).map(({ id, short_url }) => (
            <li key={id}>{withoutScheme(short_url)}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
