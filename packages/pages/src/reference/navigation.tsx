// The navigation of the reference: every section, and every operation under its group.
import type { OperationGroup } from './operations.ts'

const sections = [
  { id: 'introduction', name: 'Introduction' },
  { id: 'authentication', name: 'Authentication' },
  { id: 'errors', name: 'Errors' },
  { id: 'rate-limits', name: 'Rate limits' },
]

type NavigationProps = {
  groups: OperationGroup[]
  shapes: { id: string; name: string }[]
  events: { id: string; type: string }[]
}

const Entries = ({
  section,
  entries,
}: {
  section: { id: string; name: string }
  entries: { id: string; name: string }[]
}) =>
  entries.length === 0 ? null : (
    <>
      <h2>
        <a href={`#${section.id}`}>{section.name}</a>
      </h2>
      <ul>
        {entries.map(({ id, name }) => (
          <li>
            <a href={`#${id}`}>
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )

export const Navigation = ({ groups, shapes, events }: NavigationProps) => (
  <nav aria-label="Sections">
    <ul>
      {sections.map(({ id, name }) => (
        <li>
          <a href={`#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
    {groups.map(({ id, name, operations }) => (
      <>
        <h2>
          <a href={`#${id}`}>{name}</a>
        </h2>
        <ul>
          {operations.map((listed) => (
            <li>
              <a href={`#${listed.id}`}>
                <span>{listed.summary}</span>
                <span class={`method ${listed.method}`}>{listed.method.toUpperCase()}</span>
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <Entries section={{ id: 'shapes', name: 'Shapes' }} entries={shapes} />
    <Entries
      section={{ id: 'events', name: 'Events' }}
      entries={events.map(({ id, type }) => ({ id, name: type }))}
    />
  </nav>
)
