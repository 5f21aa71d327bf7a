// One report: its subject as plain text without a link, the owner, the reporter's words, and the decision.
import type { AbuseReport } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { personQuery } from '../queries.ts'
import { Destinations } from './destinations.tsx'
import { Detail } from './detail.tsx'
import { ReportActions } from './report-actions.tsx'
import { reportMessages } from './report-messages.ts'
import { reportedAddress } from './reported-address.ts'

export function ReportCard({ report }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const { link, microsite, owner } = report
  const address = reportedAddress(report)
  return (
    <Card
      title={
        <span dir="ltr" translate="no" className="break-all">
          {address}
        </span>
      }
      description={<Reported report={report} />}
      actions={<Badges report={report} />}
    >
      <dl className="grid gap-3 text-sm">
        <Detail name={link ? text.link : text.microsite}>
          <span dir="auto">{link ? link.title : microsite?.title}</span>
          <CopyButton text={address} label={text.copyAddress} />
        </Detail>
        <Destinations
          now={report.destinations_now ?? []}
          then={report.destinations}
          thenName={text.whenReported}
        />
        <Detail name={text.owner}>
          <Link
            to="/administration/{-$section}/{-$item}"
            params={{ section: 'people', item: owner.id }}
            dir="auto"
            className="text-accent underline"
          >
            {owner.name ? `${owner.name} (${owner.email})` : owner.email}
          </Link>
        </Detail>
        {report.details ? (
          <Detail name={text.details}>
            <p dir="auto" className="max-w-prose whitespace-pre-wrap">
              {report.details}
            </p>
          </Detail>
        ) : null}
        <Decided report={report} />
      </dl>
      <ReportActions report={report} />
    </Card>
  )
}

function Reported({ report: { created_at, email } }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const formats = useFormats()
  return (
    <>
      {text.reported} {formats.moment(created_at)},{' '}
      {email === null ? text.anonymous : <span dir="auto">{text.by(email)}</span>}
    </>
  )
}

function Badges({ report: { reason, outcome, link, microsite, owner } }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const blockedAt = (link ?? microsite)?.blocked_at ?? null
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge variant="warn">{text[reason]}</Badge>
      {outcome ? <Badge>{text[outcome]}</Badge> : null}
      {blockedAt === null ? null : <Badge variant="bad">{text.isBlocked}</Badge>}
      {owner.blocked_at === null ? null : <Badge variant="bad">{text.accountBlocked}</Badge>}
    </div>
  )
}

function Decided({ report: { closed_at, closed_by, note } }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const formats = useFormats()
  const { user } = useMe()
  const isOwn = closed_by === user.id
  const { data: decider } = useQuery({
    ...personQuery(closed_by ?? ''),
    enabled: Boolean(closed_by) && !isOwn,
  })
  if (closed_at === null) return null
  const when = formats.moment(closed_at)
  return (
    <>
      <Detail name={text.decided}>
        {isOwn ? text.decidedByYou(when) : decider ? text.decidedBy(decider.email, when) : when}
      </Detail>
      {note ? (
        <Detail name={text.note}>
          <p dir="auto" className="max-w-prose whitespace-pre-wrap">
            {note}
          </p>
        </Detail>
      ) : null}
    </>
  )
}
