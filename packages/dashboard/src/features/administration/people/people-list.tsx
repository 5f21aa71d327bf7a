// People as a table on wide screens and as cards on narrow ones; each links to their panel.
import type { Person } from '@linnet/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { administrationMessages } from '../messages.ts'
import type { AdministrationSearch } from '../search.ts'
import { peopleMessages } from './people-messages.ts'

interface PeopleListProps {
  people: Person[]
  /** The search of the list, which stays while a panel is open. */
  search: AdministrationSearch
}

export function PeopleList({ people, search }: PeopleListProps) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <PeopleTable people={people} search={search} />
      <ul className="divide-y divide-line md:hidden">
        {people.map((person) => (
          <li key={person.id} className="relative grid gap-1.5 p-4">
            <Name person={person} search={search} />
            <PersonLine person={person} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PeopleTable({ people, search }: PeopleListProps) {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  const head = (name: string, isNumber = false) => (
    <th scope="col" className={`px-4 py-2.5 font-medium ${isNumber ? 'text-right' : ''}`}>
      {name}
    </th>
  )
  return (
    <table className="w-full text-left text-sm max-md:hidden">
      <thead className="border-b border-line text-soft">
        <tr>
          {head(text.person)}
          {head(text.plan)}
          {head(text.links, true)}
          {head(text.microsites, true)}
          {head(text.joined)}
          {head(text.lastSeen)}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {people.map((person) => (
          <tr key={person.id} className="relative transition-colors hover:bg-sunken">
            <td className="max-w-80 px-4 py-3">
              <Name person={person} search={search} />
            </td>
            <td className="px-4 py-3" dir="auto" translate="no">
              {person.plan}
            </td>
            <td className="px-4 py-3 text-right tabular-nums">{formats.number(person.links)}</td>
            <td className="px-4 py-3 text-right tabular-nums">{formats.number(person.microsites)}</td>
            <td className="px-4 py-3 whitespace-nowrap">{formats.day(person.created_at)}</td>
            <td className="px-4 py-3 whitespace-nowrap">
              {person.last_seen_at === null ? text.never : formats.ago(person.last_seen_at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Name({ person, search }: { person: Person; search: AdministrationSearch }) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/administration/{-$section}/{-$item}"
          params={{ section: 'people', item: person.id }}
          search={search}
          resetScroll={false}
          dir="auto"
          title={person.name || person.email}
          className="max-w-full truncate font-medium after:absolute after:inset-0"
        >
          {person.name || person.email}
        </Link>
        <PersonBadges person={person} />
      </span>
      {person.name ? (
        <span dir="auto" className="truncate text-soft" title={person.email}>
          {person.email}
        </span>
      ) : null}
    </span>
  )
}

export function PersonBadges({ person }: { person: Person }): ReactNode {
  const text = useMessages(administrationMessages)
  return (
    <>
      {person.administrator ? <Badge variant="accent">{text.administrator}</Badge> : null}
      {person.status === 'blocked' ? <Badge variant="bad">{text.blocked}</Badge> : null}
    </>
  )
}

function PersonLine({ person }: { person: Person }) {
  const text = useMessages(peopleMessages)
  const formats = useFormats()
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-soft">
      <span dir="auto" translate="no">
        {person.plan}
      </span>
      <span>{text.linkCount(formats.number(person.links))}</span>
      <span>{text.micrositeCount(formats.number(person.microsites))}</span>
      <span>{person.last_seen_at === null ? text.never : formats.ago(person.last_seen_at)}</span>
    </p>
  )
}
