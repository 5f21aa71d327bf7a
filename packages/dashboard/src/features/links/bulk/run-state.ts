// The run that sends the rows of the page: started, watched, and kept as a draft if the user leaves before its end.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Draft } from '../../../lib/draft.ts'
import { refreshMe } from '../../../lib/session.ts'
import { refreshLinks } from '../queries.ts'
import { BulkRun, type RunView } from './bulk-run.ts'
import { remainingSource } from './remaining-rows.ts'
import type { BulkRow } from './rows.ts'
import type { Source } from './source-card.tsx'

const subscribeToNothing = () => () => {}

interface BulkRunNeeds {
  draft: Draft<Source>
  /** The rows of the source as it is now. */
  rows: BulkRow[]
}

export function useBulkRun({ draft, rows }: BulkRunNeeds) {
  const [run, setRun] = useState<BulkRun | null>(null)
  const [sent, setSent] = useState<BulkRow[] | null>(null)
  const view = useSyncExternalStore<RunView | null>(
    run?.subscribe ?? subscribeToNothing,
    useCallback(() => run?.current() ?? null, [run]),
  )
  const isDone = view?.state.is === 'done'

  useEffect(() => () => run?.pause(), [run])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is another object each time
  useEffect(() => {
    if (!isDone) return
    // Links that are created must not be created again when the user comes back.
    draft.discard()
    refresh()
  }, [isDone])
  const discard = useRemainderDraft({ draft, run, sent })

  return {
    run,
    view,
    isDone,
    /** From the start of a run, the rows are those that it sends. */
    rows: sent ?? rows,
    start() {
      const started = new BulkRun(rows.filter(isReady), draft.values.underWay)
      setSent(rows)
      setRun(started)
      started.start()
    },
    /** Goes back to the source. */
    reset() {
      run?.pause()
      refresh()
      setRun(null)
      setSent(null)
    },
    discard,
  }
}

export const isReady = ({ problem }: BulkRow): boolean => problem === null

function refresh(): void {
  void refreshLinks()
  refreshMe()
}

interface RemainderDraftNeeds {
  draft: Draft<Source>
  run: BulkRun | null
  sent: BulkRow[] | null
}

/**
 * If the user leaves before all rows are sent, the others are there when they come back, without those whose link is already
 * created. Returns a function that discards them instead.
 */
function useRemainderDraft({ draft, run, sent }: RemainderDraftNeeds): () => void {
  const isDiscarded = useRef(false)
  const keepRemainder = useRef(() => {})
  keepRemainder.current = () => {
    if (run && sent && !isDiscarded.current && run.current().state.is !== 'done')
      draft.put(remainingSource(sent, run))
  }
  useEffect(() => {
    const leave = () => keepRemainder.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return () => {
    isDiscarded.current = true
    draft.discard()
  }
}
