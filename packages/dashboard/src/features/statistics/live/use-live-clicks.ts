// The account's clicks as they arrive, for the live view.
import type { LiveClick } from '@linnet/contract'
import { useEffect, useRef, useState } from 'react'
import { type Arrivals, withArrivals } from './arrivals.ts'
import { createClickBatch } from './click-batch.ts'
import { createClickStream, type LiveState, openWhileVisible } from './click-stream.ts'

export interface Live {
  state: LiveState
  /** The newest first. */
  clicks: LiveClick[]
  /** How many arrived that were too many to be sent one by one. */
  missed: number
  /** How many have arrived in total. */
  count: number
  /** When clicks arrived, by this browser's clock, and how many: only after `since`, in the last `countedMilliseconds`. */
  arrivals: readonly Arrivals[]
  /** The time (milliseconds since 1970) since which every click has been received; a closed stream receives none. */
  since: number
}

const mostClicks = 100

/** `link` is the identifier of a link if only its clicks are wanted. `onClicks` is called when some have arrived. */
export function useLiveClicks(link: string | undefined, onClicks: () => void): Live {
  const [live, setLive] = useState<Live>(emptyLive)
  const latestOnClicks = useRef(onClicks)
  latestOnClicks.current = onClicks

  useEffect(() => {
    const update = (change: (live: Live) => Partial<Live>) =>
      setLive((before) => ({ ...before, ...change(before) }))
    const add = (count: number, change: (live: Live) => Partial<Live>) => {
      const at = Date.now()
      update((before) => ({
        ...change(before),
        count: before.count + count,
        arrivals: withArrivals(before.arrivals, { at, clicks: count }),
      }))
      latestOnClicks.current()
    }
    const batch = createClickBatch((newest) =>
      add(newest.length, ({ clicks }) => ({ clicks: [...newest, ...clicks].slice(0, mostClicks) })),
    )
    let hasOpened = false
    const stream = createClickStream(link, {
      onState: (state) => update(() => ({ state })),
      onOpen() {
        // Clicks may have been missed since the stream was last open.
        if (hasOpened) update(() => ({ arrivals: [], since: Date.now() }))
        hasOpened = true
      },
      onClick: batch.add,
      onMissed: (clicks) => add(clicks, ({ missed }) => ({ missed: missed + clicks })),
    })
    update(({ state }) => ({ ...emptyLive(), state }))
    const stopStream = openWhileVisible(stream)
    return () => {
      batch.cancel()
      stopStream()
    }
  }, [link])

  return live
}

const emptyLive = (): Live => ({
  state: 'connecting',
  clicks: [],
  missed: 0,
  count: 0,
  arrivals: [],
  since: Date.now(),
})
