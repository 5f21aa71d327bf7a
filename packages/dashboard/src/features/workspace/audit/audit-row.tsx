// An entry of the audit log: who did it, what, when and from where.
import type { AuditEvent } from '@linnet/contract'
import { shortAddress } from '@linnet/pages/web-address'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { agentIn } from '../../account/agents.ts'
import { activityIn, useSharedMessages } from '../../account/messages.ts'
import { auditMessages } from '../messages.ts'

interface AuditRowProps {
  event: AuditEvent
  /** Shows only what this person did. */
  onPerson(id: string): void
}

export function AuditRow({ event, onPerson }: AuditRowProps) {
  const text = useMessages(auditMessages)
  const language = useLanguage()
  const { moment } = useFormats()
  const { person, at } = event
  const name = person ? person.name || person.email : text.server
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
      <p className="min-w-0 text-sm">
        {person ? (
          <button
            type="button"
            dir="auto"
            title={person.email}
            aria-label={text.only(name)}
            onClick={() => onPerson(person.id)}
            className="max-w-full truncate rounded-sm font-medium hover:underline"
          >
            {name}
          </button>
        ) : (
          <span className="text-soft">{name}</span>
        )}
      </p>
      <div className="min-w-0">
        <p dir="auto">{sentenceOf(event, activityIn(language))}</p>
        <p className="text-sm text-soft">
          <time dateTime={new Date(at * 1000).toISOString()}>{moment(at)}</time> · <Place event={event} />
        </p>
      </div>
    </li>
  )
}

function sentenceOf({ action, detail }: AuditEvent, { actions }: ReturnType<typeof activityIn>): string {
  // An action of a newer server than this page is shown by its name.
  const sentence = actions[action] ?? action
  if (typeof sentence === 'string') return sentence
  return sentence(detail.url === undefined ? detail : { ...detail, url: shortAddress(detail.url) })
}

function Place({ event: { address, user_agent, detail } }: { event: AuditEvent }) {
  const { activity: shared } = useSharedMessages()
  const language = useLanguage()
  if (address !== '') return `${agentIn(language, user_agent)} · ${address}`
  return detail.reason === 'credential_ended' ? shared.byItself : shared.onCommandLine
}
