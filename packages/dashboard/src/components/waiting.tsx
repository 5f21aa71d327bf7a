// Stands for a menu or a dialog that has been opened before its code was there.
import { useEffect, useRef } from 'react'
import { ConnectionLost } from '../lib/client.ts'
import type { Missing } from './later.tsx'
import { Failure } from './states.tsx'

interface WaitingProps extends Missing {
  isOpen: boolean
  onClose(): void
}

/** Says if the code couldn't be loaded. Escape and a press elsewhere close it, so that it isn't shown when it comes too late. */
export function Waiting({ isOpen, hasFailed, onRetry, onClose }: WaitingProps) {
  const failure = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const press = (event: Event) => {
      const isElsewhere =
        event instanceof KeyboardEvent
          ? event.key === 'Escape'
          : !failure.current?.contains(event.target as Node)
      if (isElsewhere) close.current()
    }
    addEventListener('keydown', press)
    addEventListener('pointerdown', press)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', press)
    }
  }, [isOpen])
  if (!isOpen || !hasFailed) return null
  return (
    <div
      ref={failure}
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-card bg-raised shadow-overlay"
    >
      <Failure error={new ConnectionLost(undefined)} onRetry={onRetry} />
    </div>
  )
}
