// Asks what a link would do with a visitor, and shows the answer.
import type { Link } from '@linnet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { Failure, Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { useDebounced } from '../../../lib/debounced.ts'
import { useMessages } from '../../../lib/language.ts'
import { ExplanationView } from './explanation-view.tsx'
import { explanationMessages } from './messages.ts'
import { VisitorForm } from './visitor-form.tsx'
import { questionAbout, usualVisitor } from './visitors.ts'

const pauseMilliseconds = 300

interface ExplainDialogProps {
  link: Link
  /** Whether the link has changes that aren't saved. */
  isChanged?: boolean
  onClose(): void
}

export function ExplainDialog({ link, isChanged, onClose }: ExplainDialogProps) {
  const text = useMessages(explanationMessages)
  const [visitor, setVisitor] = useState(usualVisitor)
  const question = useDebounced(JSON.stringify(questionAbout(visitor)), pauseMilliseconds)
  const answer = useQuery({
    queryKey: ['links', 'explain', link.id, link.updated_at, question],
    queryFn: ({ signal }) =>
      client.redirect.explain(
        { short: link.id, ...(JSON.parse(question) as ReturnType<typeof questionAbout>) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={text.title} description={text.about}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isChanged ? <Notice kind="warn">{text.unsaved}</Notice> : null}
        <VisitorForm
          visitor={visitor}
          onChange={(changed) => setVisitor((before) => ({ ...before, ...changed }))}
        />
        {answer.isError ? (
          <Failure error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data ? (
          <ExplanationView explanation={answer.data.data} link={link} isOld={answer.isPlaceholderData} />
        ) : (
          <Loading>
            <Skeleton className="h-40" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}
