// The actions on a report: dismissing it, blocking its subject or the owner's account, and lifting such a block.
import type { AbuseReport } from '@linnet/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Ban } from '../../../components/icons.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refresh } from '../queries.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { reportMessages } from './report-messages.ts'
import { reportedAddress } from './reported-address.ts'

type Action = 'dismiss' | 'block' | 'block_account'

export function ReportActions({ report }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const language = useLanguage()
  const [chosen, setChosen] = useState<Action | null>(null)
  const isOpen = report.closed_at === null
  const isBlocked = ((report.link ?? report.microsite)?.blocked_at ?? null) !== null
  const decisions = useDecisions(report)
  async function decide(action: Action, { reason, note }: { reason: string; note: string }) {
    await client.abuse.close({
      id: report.id,
      action,
      ...(action === 'dismiss' ? {} : { reason }),
      ...(note ? { note } : {}),
    })
    showToast({ title: decisions[action].outcome })
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {isOpen ? <Button onClick={() => setChosen('dismiss')}>{text.dismiss}</Button> : null}
        {isOpen && !isBlocked ? (
          <Button variant="danger" icon={<Ban />} onClick={() => setChosen('block')}>
            {decisions.block.action}
          </Button>
        ) : null}
        {isOpen && report.owner.blocked_at === null ? (
          <Button variant="danger" icon={<Ban />} onClick={() => setChosen('block_account')}>
            {text.blockAccount}
          </Button>
        ) : null}
        <Unblocking report={report} />
      </div>
      {chosen ? (
        <DecisionDialog
          {...decisions[chosen]}
          danger={chosen !== 'dismiss'}
          {...(chosen === 'dismiss'
            ? {}
            : { reason: text.defaultReason(text[report.reason].toLocaleLowerCase(language)) })}
          asksForNote
          onDecide={(decision) => decide(chosen, decision)}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  )
}

/** The messages of each decision; `outcome` is shown afterwards. */
function useDecisions(report: AbuseReport) {
  const text = useMessages(reportMessages)
  const address = reportedAddress(report)
  const { link, owner } = report
  return {
    dismiss: {
      title: text.dismissTitle,
      text: text.dismissText,
      action: text.dismiss,
      outcome: text.wasDismissed,
    },
    block: {
      title: text.blockLinkTitle(address),
      text: text.blockText,
      action: link ? text.blockLink : text.blockMicrosite,
      outcome: text.wasBlocked(address),
    },
    block_account: {
      title: text.blockAccountTitle(owner.email),
      text: text.blockAccountText,
      action: text.blockAccount,
      outcome: text.wasBlocked(owner.email),
    },
  } satisfies Record<Action, object>
}

/** Lifts blocks, whether or not this report led to them. */
function Unblocking({ report: { link, microsite, owner } }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const unblock = useMutation({
    async mutationFn(subject: 'reported' | 'account') {
      if (subject === 'account') {
        await client.administration.unblockPerson({ id: owner.id })
        return owner.email
      }
      if (link) return (await client.abuse.unblockLink({ id: link.id })).data.short_url
      return (await client.abuse.unblockMicrosite({ id: microsite?.id ?? '' })).data.url
    },
    onSuccess: (address) => showToast({ title: text.wasUnblocked(address) }),
    onSettled: () => void refresh(),
  })
  const isBlocked = ((link ?? microsite)?.blocked_at ?? null) !== null
  return (
    <>
      {isBlocked ? (
        <Button busy={unblock.isPending} onClick={() => unblock.mutate('reported')}>
          {link ? text.unblockLink : text.unblockMicrosite}
        </Button>
      ) : null}
      {owner.blocked_at === null ? null : (
        <Button busy={unblock.isPending} onClick={() => unblock.mutate('account')}>
          {text.unblockAccount}
        </Button>
      )}
      <FormFailure error={unblock.error} />
    </>
  )
}
