// One delivery: its outcome in a line and, when opened, what was sent at each attempt and what came back.
import type { Delivery, DeliveryAttempt } from '@linnet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { ChevronRight, RotateCw } from '../../../components/icons.ts'
import { Badge } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { webhookMessages } from './webhook-messages.ts'
import { deliveriesKey } from './webhook-queries.ts'

const badgeVariants = { waiting: 'accent', delivered: 'good', failed: 'bad' } as const

interface DeliveryRowProps {
  webhookId: string
  delivery: Delivery
  canSend: boolean
}

export function DeliveryRow({ webhookId, delivery, canSend }: DeliveryRowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-4 py-3 text-left outline-offset-[-3px] hover:bg-sunken sm:px-5"
      >
        <ChevronRight
          className={clsx('size-4 shrink-0 text-soft transition-transform', isOpen && 'rotate-90')}
        />
        <Summary delivery={delivery} />
      </button>
      {isOpen ? (
        <div id={id} className="grid min-w-0 gap-5 px-4 pt-1 pb-5 sm:pr-5 sm:pl-12">
          <Resend webhookId={webhookId} delivery={delivery} canSend={canSend} />
          <Details delivery={delivery} />
        </div>
      ) : null}
    </li>
  )
}

function Summary({ delivery }: { delivery: Delivery }) {
  const text = useMessages(webhookMessages)
  const { ago, moment } = useFormats()
  const { status, event, created_at, attempts, next_attempt_at } = delivery
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={badgeVariants[status]}>{text[status]}</Badge>
        <span className="text-sm font-medium" translate="no">
          {event}
        </span>
        <span className="text-sm text-soft">
          {text.attempts(attempts.length)}
          {status === 'waiting' && next_attempt_at !== null && attempts.length > 0
            ? ` · ${text.next(moment(next_attempt_at))}`
            : ''}
        </span>
      </span>
      <time
        dateTime={new Date(created_at * 1000).toISOString()}
        title={moment(created_at)}
        className="shrink-0 text-sm text-soft"
      >
        {ago(created_at)}
      </time>
    </>
  )
}

function Details({ delivery: { body, attempts } }: { delivery: Delivery }) {
  const text = useMessages(webhookMessages)
  return (
    <>
      <div className="grid min-w-0 gap-2">
        <h3 className="text-sm font-medium">{text.body}</h3>
        <CodeBlock code={indented(body)} copied={body} label={text.body} copyLabel={text.copyBody} />
      </div>
      {attempts.length === 0 ? <p className="text-sm text-soft">{text.notSent}</p> : null}
      {attempts
        .map((attempt, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added, at the end
          <Attempt key={index} number={index + 1} attempt={attempt} />
        ))
        .reverse()}
    </>
  )
}

function Resend({ webhookId, delivery, canSend }: DeliveryRowProps) {
  const text = useMessages(webhookMessages)
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: () => client.webhooks.resend({ id: webhookId, delivery: delivery.id }),
    onSuccess() {
      showToast({ title: text.resent })
      return queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) })
    },
  })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          icon={<RotateCw />}
          busy={sending.isPending}
          disabled={!canSend}
          onClick={() => sending.mutate()}
        >
          {text.resend}
        </Button>
        {canSend ? null : <span className="text-sm text-soft">{text.offHint}</span>}
        <code className="font-mono text-xs text-soft">{delivery.id}</code>
      </div>
      <FormFailure error={sending.error} />
    </div>
  )
}

function Attempt({ number, attempt }: { number: number; attempt: DeliveryAttempt }) {
  const text = useMessages(webhookMessages)
  const formats = useFormats()
  const { at, status, milliseconds, error, answer, headers, url } = attempt
  const isGood = status !== null && status >= 200 && status < 300 && error === null
  const sent = [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  )
  return (
    <div className="grid min-w-0 gap-3 border-l-2 border-line pl-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
        {text.attempt(formats.number(number))}
        <Badge variant={isGood ? 'good' : 'bad'}>{status === null ? text.noAnswer : `HTTP ${status}`}</Badge>
        <span className="font-normal text-soft">
          {formats.moment(at)} · {text.took(formats.number(milliseconds))}
        </span>
      </h3>
      {error === null ? null : <p className="text-sm text-bad">{error}</p>}
      <div className="grid min-w-0 gap-2">
        <h4 className="text-xs font-medium text-soft">{text.headers}</h4>
        <CodeBlock code={sent} label={text.headers} copyLabel={text.copyHeaders} />
      </div>
      {answer === null ? null : (
        <div className="grid min-w-0 gap-2">
          <h4 className="text-xs font-medium text-soft">{text.response}</h4>
          <CodeBlock code={answer || text.emptyAnswer} label={text.response} copyLabel={text.copyAnswer} />
        </div>
      )}
    </div>
  )
}

/** For people to read: the body is sent without line breaks. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
