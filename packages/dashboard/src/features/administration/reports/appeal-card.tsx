// One appeal: what is blocked and why, the owner's statement, and the decision.
import type { Appeal } from '@linnet/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { appealMessages } from '../../appeals/messages.ts'
import { StatementDialog } from '../../appeals/statement-dialog.tsx'
import { refresh } from '../queries.ts'
import { Destinations } from './destinations.tsx'
import { reportMessages } from './report-messages.ts'

export function AppealCard({ appeal }: { appeal: Appeal }) {
  const text = useMessages(appealMessages)
  const { whenBlocked } = useMessages(reportMessages)
  const formats = useFormats()
  const { link, microsite, owner, outcome } = appeal
  const address = link?.short_url ?? microsite?.url
  return (
    <Card
      title={
        address === undefined ? (
          text.account(owner.email)
        ) : (
          <span dir="ltr" translate="no" className="break-all">
            {address}
          </span>
        )
      }
      description={text.sent(formats.moment(appeal.created_at))}
      actions={outcome ? <Badge>{outcome === 'lifted' ? text.lifted : text.turnedDown}</Badge> : null}
    >
      <dl className="grid gap-3 text-sm">
        <Destinations now={appeal.destinations_now ?? []} then={appeal.destinations} thenName={whenBlocked} />
        <Detail name={text.reason}>{appeal.reason}</Detail>
        <Detail name={text.theySay}>{appeal.message}</Detail>
        <Detail name={text.owner}>
          <Link
            to="/administration/{-$section}/{-$item}"
            params={{ section: 'people', item: owner.id }}
            className="text-accent underline"
          >
            {owner.name ? `${owner.name} (${owner.email})` : owner.email}
          </Link>
        </Detail>
        {appeal.answer ? <Detail name={text.answer}>{appeal.answer}</Detail> : null}
      </dl>
      {appeal.decided_at === null ? <Deciding id={appeal.id} /> : null}
    </Card>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd dir="auto" className="max-w-prose min-w-0 break-words whitespace-pre-wrap">
        {children}
      </dd>
    </div>
  )
}

function Deciding({ id }: { id: string }) {
  const text = useMessages(appealMessages)
  const [outcome, setOutcome] = useState<'lifted' | 'upheld' | null>(null)
  async function decide(answer: string) {
    if (outcome === null) return
    await client.appeals.decide({ id, outcome, ...(answer ? { answer } : {}) })
    showToast({ title: outcome === 'lifted' ? text.wasLifted : text.wasUpheld })
    await refresh()
  }
  const isLifting = outcome === 'lifted'
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOutcome('lifted')}>{text.lift}</Button>
      <Button onClick={() => setOutcome('upheld')}>{text.uphold}</Button>
      {outcome ? (
        <StatementDialog
          title={isLifting ? text.liftTitle : text.upholdTitle}
          text={isLifting ? text.liftText : text.upholdText}
          label={text.answer}
          hint={text.answerHint}
          action={isLifting ? text.lift : text.uphold}
          field="answer"
          required={!isLifting}
          onSend={decide}
          onClose={() => setOutcome(null)}
        />
      ) : null}
    </div>
  )
}
