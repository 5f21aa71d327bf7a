// What a personal workspace shows in place of members and settings: why it has none, and how to create a shared one.
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Plus, Users } from '../../components/icons.ts'
import { Empty } from '../../components/states.tsx'
import { useMessages } from '../../lib/language.ts'
import { workspaceMessages } from '../../lib/workspace/list.ts'
import { CreateWorkspace } from '../../shell/workspace/create.tsx'
import { settingsMessages } from './messages.ts'

export function Alone() {
  const text = useMessages(settingsMessages)
  const { createIt } = useMessages(workspaceMessages)
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Empty
        icon={<Users />}
        title={text.alone}
        action={
          <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
            {createIt}
          </Button>
        }
      >
        {text.aloneText}
      </Empty>
      {isCreating ? <CreateWorkspace onClose={() => setCreating(false)} /> : null}
    </>
  )
}
