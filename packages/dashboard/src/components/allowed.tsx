// Shows a page only to those whose role allows it. Others who open its address directly read which role it needs.
import { messagesFor } from '@linnet/languages'
import { roles } from '@linnet/languages/en/workspace/roles'
import type { ReactNode } from 'react'
import { useMessages } from '../lib/language.ts'
import { useMay } from '../lib/workspace/may.ts'
import { neededRole, type OperationName } from '../lib/workspace/needed-roles.ts'
import { Lock } from './icons.ts'
import { Empty } from './states.tsx'

export const roleMessages = messagesFor('roles', roles)

interface AllowedProps {
  /** What the page is for. */
  to: OperationName
  children: ReactNode
}

export function Allowed({ to, children }: AllowedProps) {
  return useMay(to) ? children : <RoleNeeded to={to} />
}

/** Says which role a page needs. */
export function RoleNeeded({ to }: { to: OperationName }) {
  const text = useMessages(roleMessages)
  const role = neededRole(to) ?? 'viewer'
  return (
    <Empty icon={<Lock />} title={text.needed[role]}>
      {role === 'owner' ? text.askOwner : text.ask}
    </Empty>
  )
}
