// A member: who they are, their role, and what can be done about it.
import type { Member } from '@linnet/contract'
import { isAtLeast, type Role, roles } from '@linnet/contract/roles'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMessages } from '../../../components/allowed.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Select } from '../../../components/field.tsx'
import { ArrowLeftRight, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { Badge } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refreshMe, useMe } from '../../../lib/session.ts'
import { mayUse } from '../../../lib/workspace/needed-roles.ts'
import { memberMessages } from '../messages.ts'
import { refreshMembers } from '../queries.ts'
import { RemoveMember } from './remove-member.tsx'

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email

export function MemberRow({ member }: { member: Member }) {
  const text = useMessages(memberMessages)
  const { day, number } = useFormats()
  const { role: own } = useMe().user.workspace
  // Only owners change owners. Nobody removes themselves: they leave.
  const mayChange = mayUse(own, 'workspaces.changeRole') && !member.you && isAtLeast(own, member.role)
  const facts = [
    text.joined(day(member.joined_at)),
    ...(member.keys > 0 ? [text.keys(number(member.keys))] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-36">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-medium" title={nameOf(member)}>
            {nameOf(member)}
          </span>
          {member.you ? <Badge variant="accent">{text.you}</Badge> : null}
        </p>
        <p className="truncate text-sm text-soft">
          {member.name ? (
            <span dir="auto" title={member.email}>
              {member.email}
              {' · '}
            </span>
          ) : null}
          {facts.join(' · ')}
        </p>
      </div>
      <div className="flex items-center gap-1">
        {mayChange ? <RoleSelect member={member} /> : <RoleName role={member.role} />}
        {mayChange ? <MemberMenu member={member} /> : null}
      </div>
    </li>
  )
}

function RoleName({ role }: { role: Role }) {
  const { names } = useMessages(roleMessages)
  return <span className="px-3 text-sm text-soft">{names[role]}</span>
}

function RoleSelect({ member }: { member: Member }) {
  const text = useMessages(memberMessages)
  const { names } = useMessages(roleMessages)
  const language = useLanguage()
  const { role: own } = useMe().user.workspace
  const change = useMutation({
    mutationFn: async (role: Role) => {
      try {
        await client.workspaces.changeRole({ id: member.id, role })
        showToast({ title: text.changed(nameOf(member), names[role]) })
      } catch (error) {
        showToast({ kind: 'bad', title: messageOf(error, language) })
      } finally {
        await refreshMembers()
      }
    },
  })
  return (
    <Select
      aria-label={text.roleOf(nameOf(member))}
      className="w-auto!"
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate(target.value as Role)}
    >
      {roles
        .filter((role) => isAtLeast(own, role))
        .map((role) => (
          <option key={role} value={role}>
            {names[role]}
          </option>
        ))}
    </Select>
  )
}

function MemberMenu({ member }: { member: Member }) {
  const text = useMessages(memberMessages)
  const { role: own } = useMe().user.workspace
  const [asked, setAsked] = useState<'hand-over' | 'remove'>()
  const close = () => setAsked(undefined)
  const mayHandOver = mayUse(own, 'workspaces.handOver')
  return (
    <>
      <Menu
        label={text.more(nameOf(member))}
        actions={[
          ...(mayHandOver
            ? [{ label: text.handOver, icon: <ArrowLeftRight />, onSelect: () => setAsked('hand-over') }]
            : []),
          { label: text.remove, icon: <Trash2 />, danger: true, onSelect: () => setAsked('remove') },
        ]}
      />
      <HandOver open={asked === 'hand-over'} member={member} onClose={close} />
      {asked === 'remove' ? <RemoveMember member={member} onClose={close} /> : null}
    </>
  )
}

interface HandOverProps {
  open: boolean
  member: Member
  onClose(): void
}

function HandOver({ open, member, onClose }: HandOverProps) {
  const text = useMessages(memberMessages)
  async function handOver() {
    await client.workspaces.handOver({ member: member.id })
    showToast({ title: text.handedOver(nameOf(member)) })
    refreshMe()
    await refreshMembers()
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={text.handOverTitle(nameOf(member))}
      action={text.handOverAction}
      onConfirm={handOver}
    >
      <p>{text.handOverText(nameOf(member))}</p>
    </Confirm>
  )
}
