// The event stream of an account's clicks, which is opened again whenever it is lost.
import type { LiveClick } from '@linnet/contract'
import { inWorkspace } from '@linnet/contract/workspace-addresses'
import { apiAddress } from '../../../lib/client.ts'
import { refreshMe } from '../../../lib/session.ts'
import { currentWorkspace } from '../../../lib/workspace/current.ts'

export type LiveState = 'connecting' | 'open' | 'lost'

interface ClickStreamListener {
  onState(state: LiveState): void
  /** Called each time the stream opens, including after it was lost. */
  onOpen(): void
  onClick(click: LiveClick): void
  /** Called with the number of clicks that were too many to be sent one by one. */
  onMissed(clicks: number): void
}

interface ClickStream {
  open(): void
  close(): void
}

// Browsers don't reconnect by themselves if the server has refused.
const retryMilliseconds = 10_000

/** A stream that is still closed. `link` is the identifier of a link if only its clicks are wanted. */
export function createClickStream(
  link: string | undefined,
  { onState, onOpen, onClick, onMissed }: ClickStreamListener,
): ClickStream {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  function close() {
    clearTimeout(retry)
    source?.close()
    source = null
  }
  function open() {
    close()
    onState('connecting')
    const address = `${apiAddress}/live${link ? `?link=${encodeURIComponent(link)}` : ''}`
    const stream = new EventSource(inWorkspace(address, currentWorkspace))
    source = stream
    stream.addEventListener('open', () => {
      onState('open')
      onOpen()
    })
    stream.addEventListener('click', ({ data }) => onClick(JSON.parse(data) as LiveClick))
    stream.addEventListener('missed', ({ data }) => onMissed((JSON.parse(data) as { clicks: number }).clicks))
    stream.addEventListener('error', () => {
      onState('lost')
      if (stream.readyState !== EventSource.CLOSED) return
      // If the session has ended, this is what notices it.
      refreshMe()
      retry = setTimeout(open, retryMilliseconds)
    })
  }
  return { open, close }
}

/** Keeps a stream open while the page is visible, until the returned function is called. */
export function openWhileVisible(stream: ClickStream): () => void {
  const follow = () => (document.visibilityState === 'visible' ? stream.open() : stream.close())
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stream.close()
  }
}
