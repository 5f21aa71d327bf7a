// Removes a member, and asks what happens to the API keys that they made.
import type { Member } from '@linnet/contract'
import { useId, useState } from 'react'
import { Confirm } from '../../../components/dialog.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { memberMessages } from '../messages.ts'
import { refreshMembers } from '../queries.ts'

type KeysChoice = 'revoke' | 'adopt'

export function RemoveMember({ member, onClose }: { member: Member; onClose(): void }) {
  const text = useMessages(memberMessages)
  const [keys, setKeys] = useState<KeysChoice>('revoke')
  const name = member.name || member.email
  async function remove() {
    await client.workspaces.removeMember({ id: member.id, keys })
    showToast({ title: text.removed(name) })
    await refreshMembers()
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.removeTitle(name)}
      action={text.removeAction}
      danger
      onConfirm={remove}
    >
      <p>{text.removeText}</p>
      {member.keys > 0 ? <KeysChoices count={member.keys} chosen={keys} onChange={setKeys} /> : null}
    </Confirm>
  )
}

interface KeysChoicesProps {
  count: number
  chosen: KeysChoice
  onChange(choice: KeysChoice): void
}

function KeysChoices({ count, chosen, onChange }: KeysChoicesProps) {
  const text = useMessages(memberMessages)
  const { number } = useFormats()
  const id = useId()
  const choices = [
    { value: 'revoke', label: text.keysRevoke, hint: text.keysRevokeText },
    { value: 'adopt', label: text.keysAdopt, hint: text.keysAdoptText },
  ] as const
  return (
    <fieldset className="grid gap-2 text-ink">
      <legend className="mb-2 text-sm font-medium">
        {text.keysTitle} ({number(count)})
      </legend>
      {choices.map(({ value, label, hint }) => (
        <label
          key={value}
          htmlFor={`${id}-${value}`}
          className="flex cursor-pointer items-start gap-2.5 text-sm"
        >
          <input
            id={`${id}-${value}`}
            type="radio"
            name={id}
            checked={chosen === value}
            aria-describedby={`${id}-${value}-hint`}
            onChange={() => onChange(value)}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span>
            <span className="font-medium">{label}</span>
            <span id={`${id}-${value}-hint`} className="block text-soft">
              {hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
