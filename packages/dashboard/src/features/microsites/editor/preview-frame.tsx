// The page as a phone shows it: drawn here at every keystroke, in a frame that runs no script.
import { type MicrositePage, renderPreview } from '@linnet/pages/preview'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Notice } from '../../../components/states.tsx'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'

interface PreviewFrameProps {
  page: MicrositePage
  locked: string[]
  /** The component that is being edited, which is brought into view. */
  current: string | null
}

/** In a preview nothing is left and nothing is sent; what folds may fold. */
function keepInside(event: Event): void {
  const target = event.target as Element | null
  if (event.type === 'submit' || target?.closest('a')) event.preventDefault()
}

export function PreviewFrame({ page, locked, current }: PreviewFrameProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  // What is in which document: where nothing has changed, what was unfolded stays so.
  const shown = useRef<{ in: Document; body: string } | null>(null)
  const drawn = useMemo(() => {
    try {
      return renderPreview(page, language, locked)
    } catch {
      return null
    }
  }, [page, language, locked])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!drawn || loads === 0 || !inside?.body) return
    inside.documentElement.style.colorScheme = drawn.scheme
    let style = inside.querySelector('style')
    if (!style) {
      style = inside.createElement('style')
      inside.head.append(style)
      inside.addEventListener('click', keepInside)
      inside.addEventListener('submit', keepInside)
    }
    if (style.textContent !== drawn.style) style.textContent = drawn.style
    if (shown.current?.in !== inside || shown.current.body !== drawn.body) {
      inside.body.innerHTML = drawn.body
      shown.current = { in: inside, body: drawn.body }
    }
  }, [drawn, loads])

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (current && loads > 0) inside?.getElementById(current)?.scrollIntoView({ block: 'nearest' })
  }, [current, loads])

  return (
    <div className="grid justify-items-center gap-3">
      {drawn ? null : <Notice kind="warn">{text.previewFailed}</Notice>}
      <div className="h-[min(46rem,calc(100dvh-12.5rem))] max-lg:h-[calc(100dvh-18.5rem)] min-h-96 w-full max-w-[24.375rem] overflow-hidden rounded-[2.25rem] border-8 border-ink/85 bg-surface shadow-overlay">
        <iframe
          ref={frame}
          src="/dashboard/preview"
          title={text.frame}
          onLoad={() => setLoads((count) => count + 1)}
          className="size-full"
        />
      </div>
    </div>
  )
}
