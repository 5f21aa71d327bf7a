// The progress of a run, why it waits, and what can be done after it.

import { useEffect, useId, useState } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Download, Pause, Play, Plus, RotateCcw, Wrench, X } from '../../../components/icons.ts'
import { kitMessages } from '../../../components/messages.ts'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useUndoAll } from '../../history/undo-all.ts'
import type { BulkRun, RunView } from './bulk-run.ts'
import { bulkMessages } from './messages.ts'

interface ProgressCardProps {
  run: BulkRun
  view: RunView
  onDownload(): void
  /** Back to the rows that have no link. */
  onRest(): void
  /** Back to an empty source. */
  onAgain(): void
  /** Back to all rows, because the links of all of them are gone. */
  onUndone(): void
}

export function ProgressCard({ run, view, ...results }: ProgressCardProps) {
  const text = useMessages(bulkMessages)
  const language = useLanguage()
  const { state } = view
  return (
    <Card>
      <Progress view={view} />
      {state.is === 'waiting' ? <RetryCountdown until={state.until} why={state.why} /> : null}
      {state.is === 'paused' ? <Notice kind="plain">{text.paused}</Notice> : null}
      {state.is === 'stopped' ? <Notice kind="bad">{messageOf(state.error, language)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <RunButtons run={run} view={view} />
        {state.is === 'running' || state.is === 'waiting' ? null : <ResultButtons view={view} {...results} />}
      </div>
    </Card>
  )
}

function Progress({ view: { state, created, failed, total } }: { view: RunView }) {
  const text = useMessages(bulkMessages)
  const formats = useFormats()
  const id = useId()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className="font-medium">
          {state.is === 'done' ? text.done(formats.number(created)) : text.progress}
        </span>
        <span role="status" className="text-soft tabular-nums">
          {text.created(formats.number(created), formats.number(total))}
          {failed > 0 ? ` · ${text.failed(formats.number(failed))}` : ''}
        </span>
      </div>
      <progress
        aria-labelledby={id}
        value={created + failed}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}

/** Pauses and resumes; after the end, leads back to the list. */
function RunButtons({ run, view: { state } }: Pick<ProgressCardProps, 'run' | 'view'>) {
  const text = useMessages(bulkMessages)
  if (state.is === 'done')
    return (
      <ButtonLink to="/links" variant="primary">
        {text.back}
      </ButtonLink>
    )
  if (state.is === 'paused' || state.is === 'stopped')
    return (
      <Button variant="primary" icon={<Play />} onClick={() => run.start()}>
        {text.goOn}
      </Button>
    )
  return (
    <>
      {state.is === 'waiting' ? (
        <Button variant="primary" icon={<Play />} onClick={() => run.start()}>
          {text.now}
        </Button>
      ) : null}
      <Button icon={<Pause />} onClick={() => run.pause()}>
        {text.pause}
      </Button>
    </>
  )
}

/** What can be done with the results once nothing is being sent. */
function ResultButtons({ view, onDownload, onRest, onAgain, onUndone }: Omit<ProgressCardProps, 'run'>) {
  const text = useMessages(bulkMessages)
  const isDone = view.state.is === 'done'
  return (
    <>
      <Button icon={<Download />} onClick={onDownload}>
        {text.download}
      </Button>
      {isDone && view.failed > 0 ? (
        <Button icon={<Wrench />} onClick={onRest}>
          {text.fixFailed}
        </Button>
      ) : null}
      {isDone && view.undoTokens?.length ? <UndoButton tokens={view.undoTokens} onUndone={onUndone} /> : null}
      <Button variant="quiet" icon={isDone ? <Plus /> : <X />} onClick={isDone ? onAgain : onRest}>
        {isDone ? text.again : text.stop}
      </Button>
    </>
  )
}

/** Deletes the created links again. */
function UndoButton({ tokens, onUndone }: { tokens: readonly string[]; onUndone(): void }) {
  const { undo } = useMessages(kitMessages)
  const undoAll = useUndoAll()
  const [busy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    if (await undoAll(tokens)) onUndone()
    setBusy(false)
  }

  return (
    <Button icon={<RotateCcw />} busy={busy} onClick={() => void press()}>
      {undo}
    </Button>
  )
}

function RetryCountdown({ until, why }: { until: number; why: 'busy' | 'lost' }) {
  const text = useMessages(bulkMessages)
  const formats = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = formats.number(Math.max(0, Math.ceil((until - now) / 1000)))
  return <Notice kind="warn">{why === 'busy' ? text.busy(seconds) : text.lost(seconds)}</Notice>
}
