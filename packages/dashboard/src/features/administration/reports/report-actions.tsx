// What can be done about a report: dismiss it, block what it is about or its owner, and lift such a block again.
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
  const [asked, setAsked] = useState<Action | null>(null)
  const { link, microsite, owner } = report
  const address = reportedAddress(report)
  const isOpen = report.closed_at === null
  const isBlocked = ((link ?? microsite)?.blocked_at ?? null) !== null
  const questions = {
    dismiss: {
      title: text.dismissTitle,
      text: text.dismissText,
      action: text.dismiss,
      told: text.wasDismissed,
    },
    block: {
      title: text.blockLinkTitle(address),
      text: text.blockText,
      action: link ? text.blockLink : text.blockMicrosite,
      told: text.wasBlocked(address),
    },
    block_account: {
      title: text.blockAccountTitle(owner.email),
      text: text.blockAccountText,
      action: text.blockAccount,
      told: text.wasBlocked(owner.email),
    },
  }
  async function decide(action: Action, reason: string, note: string) {
    await client.abuse.close({
      id: report.id,
      action,
      ...(action === 'dismiss' ? {} : { reason }),
      ...(note ? { note } : {}),
    })
    showToast({ title: questions[action].told })
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {isOpen ? <Button onClick={() => setAsked('dismiss')}>{text.dismiss}</Button> : null}
        {isOpen && !isBlocked ? (
          <Button look="danger" icon={<Ban />} onClick={() => setAsked('block')}>
            {questions.block.action}
          </Button>
        ) : null}
        {isOpen && owner.blocked_at === null ? (
          <Button look="danger" icon={<Ban />} onClick={() => setAsked('block_account')}>
            {text.blockAccount}
          </Button>
        ) : null}
        <Unblocking report={report} />
      </div>
      {asked ? (
        <DecisionDialog
          {...questions[asked]}
          danger={asked !== 'dismiss'}
          {...(asked === 'dismiss'
            ? {}
            : { reason: text.defaultReason(text[report.reason].toLocaleLowerCase(language)) })}
          asksForNote
          onDecide={({ reason, note }) => decide(asked, reason, note)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  )
}

/** Blocks that there are, also by another way than this report, can be lifted. */
function Unblocking({ report: { link, microsite, owner } }: { report: AbuseReport }) {
  const text = useMessages(reportMessages)
  const unblock = useMutation({
    async mutationFn(what: 'it' | 'account') {
      if (what === 'account') {
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
        <Button busy={unblock.isPending} onClick={() => unblock.mutate('it')}>
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
