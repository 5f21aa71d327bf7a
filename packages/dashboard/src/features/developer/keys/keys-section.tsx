// The API keys: what each may do, when it was last used, and revoking it.
import type { ApiKey } from '@linnet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentProps, useState } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { History, KeyRound, Trash2 } from '../../../components/icons.ts'
import { Badge } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { historyMessages } from '../../history/messages.ts'
import { OwnedList } from '../owned-list.tsx'
import { ScopeBadges } from '../scope-badges.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { keyMessages } from './key-messages.ts'
import { keysQuery } from './key-queries.ts'

export function KeysSection() {
  const text = useMessages(keyMessages)
  const [isCreating, setCreating] = useState(false)
  const keys = useQuery(keysQuery)
  return (
    <OwnedList
      query={keys}
      messages={text}
      icon={<KeyRound />}
      onCreate={() => setCreating(true)}
      row={(key) => <KeyRow key={key.id} apiKey={key} />}
    >
      <Notice kind="plain">{text.secret}</Notice>
      {isCreating ? <KeyDialog onClose={() => setCreating(false)} /> : null}
    </OwnedList>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const text = useMessages(keyMessages)
  const { changes } = useMessages(historyMessages)
  const { day, ago } = useFormats()
  const { name, hint, scopes, created_at, expires_at, last_used_at, made_by, stopped } = apiKey
  const { personal } = useMe().user.workspace
  const hasExpired = expires_at !== null && expires_at * 1000 <= Date.now()
  const times = [
    // In one's own workspace, nobody else creates keys.
    ...(personal
      ? [text.createdAt(day(created_at))]
      : [
          `${text.createdAt(day(created_at))} ${made_by ? text.madeBy(made_by.name || made_by.email) : text.madeByNobody}`,
        ]),
    last_used_at === null ? text.unused : text.used(ago(last_used_at)),
    ...(expires_at === null ? [] : [hasExpired ? text.ended(day(expires_at)) : text.ends(day(expires_at))]),
  ]
  return (
    <li className={clsx('flex items-start justify-end gap-3 p-4 sm:px-5', stopped && 'max-sm:flex-wrap')}>
      <div
        className={clsx(
          'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5',
          stopped && 'max-sm:basis-full',
        )}
      >
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          <code className="font-mono text-xs text-soft" title={text.hint(hint)}>
            sk_live_…{hint}
          </code>
          {hasExpired ? <Badge variant="warn">{text.endedBadge}</Badge> : null}
          {stopped ? <Badge variant="warn">{text.stoppedBadge}</Badge> : null}
        </p>
        <ScopeBadges scopes={scopes} />
        <p dir="auto" className="text-sm text-soft">
          {times.join(' · ')}
        </p>
        {stopped ? <p className="text-sm text-warn">{text.stoppedText}</p> : null}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2">
        {stopped ? <AdoptKey apiKey={apiKey} /> : null}
        <ButtonLink
          to="/changes"
          search={{ by: apiKey.id }}
          size="small"
          aria-label={changes.ofNamed(name)}
          data-tooltip=""
          className="max-sm:px-2!"
        >
          <History />
          <span className="max-sm:hidden">{changes.ofThis}</span>
        </ButtonLink>
        <RevokeKey apiKey={apiKey} />
      </div>
    </li>
  )
}

function AdoptKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const text = useMessages(keyMessages)
  return (
    <ConfirmedChange
      button={{ 'aria-label': text.adoptName(name), children: text.adopt }}
      title={text.adoptTitle(name)}
      action={text.adopt}
      change={() => client.accounts.adoptKey({ id })}
      done={text.adopted(name)}
    >
      {text.adoptText}
    </ConfirmedChange>
  )
}

function RevokeKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const text = useMessages(keyMessages)
  return (
    <ConfirmedChange
      button={{
        variant: 'danger',
        icon: <Trash2 />,
        'aria-label': text.revokeName(name),
        children: <span className="max-sm:hidden">{text.revoke}</span>,
      }}
      title={text.revokeTitle(name)}
      action={text.revoke}
      danger
      change={() => client.accounts.revokeKey({ id })}
      done={text.revoked(name)}
    >
      {text.revokeText}
    </ConfirmedChange>
  )
}

interface ConfirmedChangeProps {
  button: ComponentProps<typeof Button>
  title: string
  action: string
  danger?: boolean
  change(): Promise<unknown>
  /** The notification once it is done. */
  done: string
  children: string
}

/** A button that changes a key, after asking. */
function ConfirmedChange({ button, title, action, danger, change, done, children }: ConfirmedChangeProps) {
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)

  async function confirm() {
    await change()
    showToast({ title: done })
    await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  }

  return (
    <>
      <Button size="small" {...button} onClick={() => setConfirming(true)} />
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={title}
        action={action}
        danger={danger}
        onConfirm={confirm}
      >
        <p>{children}</p>
      </Confirm>
    </>
  )
}
