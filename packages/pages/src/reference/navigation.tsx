// The way around the reference: every section, and every operation under its group.
import type { OperationGroup } from './operations.ts'

const sections = [
  { id: 'introduction', name: 'Introduction' },
  { id: 'authentication', name: 'Authentication' },
  { id: 'errors', name: 'Errors' },
  { id: 'rate-limits', name: 'Rate limits' },
]

type NavigationProps = { groups: OperationGroup[]; events: { id: string; type: string }[] }

export const Navigation = ({ groups, events }: NavigationProps) => (
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
    {events.length === 0 ? null : (
      <>
        <h2>
          <a href="#events">Events</a>
        </h2>
        <ul>
          {events.map(({ id, type }) => (
            <li>
              <a href={`#${id}`}>
                <span>{type}</span>
              </a>
            </li>
          ))}
        </ul>
      </>
    )}
  </nav>
)
