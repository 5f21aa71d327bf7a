// Listens to the account's clicks as they arrive: only while the page is seen, and again whenever the stream is lost.
import type { LiveClick } from '@linnet/contract'
import { useEffect, useRef, useState } from 'react'
import { apiAddress } from '../../../lib/client.ts'
import { refreshMe } from '../../../lib/session.ts'

export type LiveState = 'connecting' | 'open' | 'lost'

export interface Live {
  state: LiveState
  /** The newest first. */
  clicks: LiveClick[]
  /** That arrived, but were too many to be told one by one. */
  missed: number
  /** All that have arrived. */
  count: number
  /** How many arrived when, since `since` and in the last `countedMilliseconds`: by this browser's clock. */
  arrivals: readonly Arrivals[]
  /** Since when nothing was missed, in milliseconds since 1970: while nobody listens, nobody counts. */
  since: number
}

interface Arrivals {
  at: number
  clicks: number
}

export const countedMilliseconds = 5 * 60_000
const mostKept = 100
// Where the server refuses, browsers do not try again by themselves.
const againMilliseconds = 10_000
// Clicks that come together are drawn together.
const gatherMilliseconds = 100

/** `link` is the identifier of the only link to hear of. `onClicks` is called when some have arrived. */
export function useLiveClicks(link: string | undefined, onClicks: () => void): Live {
  const [state, setState] = useState<LiveState>('connecting')
  const [clicks, setClicks] = useState<LiveClick[]>([])
  const [missed, setMissed] = useState(0)
  const [count, setCount] = useState(0)
  const [arrivals, setArrivals] = useState<readonly Arrivals[]>([])
  const [since, setSince] = useState(() => Date.now())
  const told = useRef(onClicks)
  told.current = onClicks

  useEffect(() => {
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    let gather: ReturnType<typeof setTimeout> | undefined
    let arrived: LiveClick[] = []
    setClicks([])
    setMissed(0)
    setCount(0)
    let hasListened = false
    const begin = () => {
      setArrivals([])
      setSince(Date.now())
    }
    begin()
    const add = (clicks: number) => {
      const at = Date.now()
      setCount((before) => before + clicks)
      setArrivals((before) => [...before.filter((one) => one.at > at - countedMilliseconds), { at, clicks }])
      told.current()
    }

    const show = () => {
      gather = undefined
      const newest = arrived.reverse()
      arrived = []
      setClicks((before) => [...newest, ...before].slice(0, mostKept))
      add(newest.length)
    }
    const close = () => {
      clearTimeout(again)
      source?.close()
      source = null
    }
    const open = () => {
      close()
      setState('connecting')
      const stream = new EventSource(`${apiAddress}/live${link ? `?link=${encodeURIComponent(link)}` : ''}`)
      source = stream
      stream.addEventListener('open', () => {
        setState('open')
        if (hasListened) begin()
        hasListened = true
      })
      stream.addEventListener('click', ({ data }) => {
        arrived.push(JSON.parse(data) as LiveClick)
        gather ??= setTimeout(show, gatherMilliseconds)
      })
      stream.addEventListener('missed', ({ data }) => {
        const { clicks } = JSON.parse(data) as { clicks: number }
        setMissed((before) => before + clicks)
        add(clicks)
      })
      stream.addEventListener('error', () => {
        setState('lost')
        if (stream.readyState !== EventSource.CLOSED) return
        // Asks who is signed in, which says so where nobody is any more.
        refreshMe()
        again = setTimeout(open, againMilliseconds)
      })
    }
    const follow = () => (document.visibilityState === 'visible' ? open() : close())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(gather)
      close()
    }
  }, [link])

  return { state, clicks, missed, count, arrivals, since }
}
