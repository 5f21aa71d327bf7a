// The filters of the audit log: by person, by action and by day.
import type { Member } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CommandDialog, includes } from '../../../components/command-dialog.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { CircleUser, Users, X } from '../../../components/icons.ts'
import { client } from '../../../lib/client.ts'
import { useDebounced } from '../../../lib/debounced.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { auditMessages, memberMessages } from '../messages.ts'
import type { WorkspaceSearch } from '../search.ts'
import { usePersonName } from './person-name.ts'

interface AuditFiltersProps {
  search: WorkspaceSearch
  onChange(change: WorkspaceSearch): void
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const text = useMessages(auditMessages)
  const language = useLanguage()
  const { person, action = '', from = '', until = '' } = search
  const isFiltered = Boolean(person || action || from || until)
  const actions = Object.entries(text.names).toSorted(([, one], [, other]) =>
    one.localeCompare(other, language),
  )
  return (
    <search aria-label={text.filters} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <PersonField person={person} onChange={(person) => onChange({ person })} />
      <Field label={text.action}>
        {(control) => (
          <Select
            {...control}
            value={action}
            onChange={({ target }) => onChange({ action: target.value || undefined })}
          >
            <option value="">{text.everything}</option>
            {actions.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.from}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={until || undefined}
            value={from}
            onChange={({ target }) => onChange({ from: target.value || undefined })}
          />
        )}
      </Field>
      <Field label={text.until}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            min={from || undefined}
            value={until}
            onChange={({ target }) => onChange({ until: target.value || undefined })}
          />
        )}
      </Field>
      {isFiltered ? (
        <Button
          size="small"
          variant="quiet"
          icon={<X />}
          className="justify-self-start sm:col-span-full"
          onClick={() =>
            onChange({ person: undefined, action: undefined, from: undefined, until: undefined })
          }
        >
          {text.reset}
        </Button>
      ) : null}
    </search>
  )
}

interface PersonFieldProps {
  /** The id of the chosen person. */
  person: string | undefined
  onChange(person: string | undefined): void
}

function PersonField({ person, onChange }: PersonFieldProps) {
  const text = useMessages(auditMessages)
  const [isChoosing, setChoosing] = useState(false)
  const name = usePersonName(person)
  return (
    <Field label={text.person}>
      {(control) => (
        <>
          <Button
            {...control}
            aria-label={`${text.person}: ${person ? (name ?? person) : text.everyone}`}
            aria-haspopup="dialog"
            icon={<CircleUser />}
            className="w-full justify-start! border-field-line! px-3! font-normal!"
            onClick={() => setChoosing(true)}
          >
            <span dir="auto" className="truncate">
              {person ? (name ?? person) : text.everyone}
            </span>
          </Button>
          {isChoosing ? <PersonPicker onChoose={onChange} onClose={() => setChoosing(false)} /> : null}
        </>
      )}
    </Field>
  )
}

const pauseMilliseconds = 200
const mostShown = 20

interface PersonPickerProps {
  /** Undefined for everyone. */
  onChoose(person: string | undefined): void
  onClose(): void
}

/** The members who match what is typed. People who have left are found by pressing their name in the log. */
function PersonPicker({ onChoose, onClose }: PersonPickerProps) {
  const text = useMessages(auditMessages)
  const shared = useMessages(memberMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), pauseMilliseconds)
  const found = useQuery({
    queryKey: ['workspace', 'found', search],
    queryFn: ({ signal }) =>
      client.workspaces.members({ ...(search ? { search } : {}), limit: mostShown }, { signal }),
    placeholderData: (before) => before,
  })
  // Until the response arrives, pressing Enter must not choose somebody who was found for an earlier search.
  const isMatch = (member: Member) => [member.name, member.email].some((text) => includes(text, typed.trim()))
  const members = (found.data?.data ?? []).filter(isMatch).map(({ id, name, email }) => ({
    id,
    label: name || email,
    detail: name ? email : undefined,
    icon: CircleUser,
    run: () => onChoose(id),
  }))
  const everyone = { id: '', label: text.everyone, icon: Users, run: () => onChoose(undefined) }
  return (
    <CommandDialog
      title={text.choosePerson}
      placeholder={shared.find}
      typed={typed}
      onType={setTyped}
      groups={[
        ...(typed === '' ? [{ label: '', items: [everyone] }] : []),
        ...(members.length > 0 ? [{ label: shared.list, items: members }] : []),
      ]}
      empty={found.error ? null : found.isFetching ? shared.finding : shared.none}
      failure={found.error ? messageOf(found.error, language) : undefined}
      onClose={onClose}
    />
  )
}
