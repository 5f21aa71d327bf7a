// The preview: renders the page as a phone shows it after every change, in a frame that runs no scripts.
import { type MicrositePage, renderPreview } from '@linnet/pages/preview'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Notice } from '../../../components/states.tsx'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { micrositeMessages } from '../messages.ts'

interface PreviewFrameProps {
  page: MicrositePage
  locked: string[]
  /** The id of the open component, which is scrolled into view. */
  current: string | null
  /** The name of the frame, if it shows something other than the current page. */
  title?: string
}

/** In the preview, links and forms do nothing; only expanding and collapsing works. */
function preventNavigation(event: Event): void {
  const target = event.target as Element | null
  if (event.type === 'submit' || target?.closest('a')) event.preventDefault()
}

export function PreviewFrame({ page, locked, current, title }: PreviewFrameProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  // What the document shows: if nothing has changed, it is not replaced, so that expanded sections stay expanded.
  const displayed = useRef<{ document: Document; body: string } | null>(null)
  const rendered = useMemo(() => {
    try {
      return renderPreview(page, language, locked)
    } catch {
      return null
    }
  }, [page, language, locked])

  useEffect(() => {
    const frameDocument = frame.current?.contentDocument
    if (!rendered || loads === 0 || !frameDocument?.body) return
    frameDocument.documentElement.style.colorScheme = rendered.scheme
    let style = frameDocument.querySelector('style')
    if (!style) {
      style = frameDocument.createElement('style')
      frameDocument.head.append(style)
      frameDocument.addEventListener('click', preventNavigation)
      frameDocument.addEventListener('submit', preventNavigation)
    }
    if (style.textContent !== rendered.style) style.textContent = rendered.style
    if (displayed.current?.document !== frameDocument || displayed.current.body !== rendered.body) {
      frameDocument.body.innerHTML = rendered.body
      displayed.current = { document: frameDocument, body: rendered.body }
    }
  }, [rendered, loads])

  useEffect(() => {
    const frameDocument = frame.current?.contentDocument
    if (current && loads > 0) frameDocument?.getElementById(current)?.scrollIntoView({ block: 'nearest' })
  }, [current, loads])

  return (
    <div className="grid justify-items-center gap-3">
      {rendered ? null : <Notice kind="warn">{text.previewFailed}</Notice>}
      <div className="h-[min(46rem,calc(100dvh-12.5rem))] max-lg:h-[calc(100dvh-18.5rem)] min-h-96 w-full max-w-[24.375rem] overflow-hidden rounded-[2.25rem] border-8 border-ink/85 bg-surface shadow-overlay">
        <iframe
          ref={frame}
          src="/dashboard/preview"
          title={title ?? text.frame}
          onLoad={() => setLoads((count) => count + 1)}
          className="size-full"
        />
      </div>
    </div>
  )
}
