// The history of a link in its panel: folded, with the last change in its summary, so that a wrong one is found at once.
import type { Link } from '@linnet/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../../../components/states.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { historyMessages } from '../../history/messages.ts'
import { sentenceOf } from '../../history/sentences.ts'
import { Section } from '../panel/sections/section.tsx'
import { linkHistoryQuery } from './history-query.ts'

const HistoryList = lazy(() => import('./history-list.tsx').then((file) => ({ default: file.HistoryList })))

export function HistorySection({ link }: { link: Link }) {
  const text = useMessages(historyMessages)
  const language = useLanguage()
  const formats = useFormats()
  const query = useInfiniteQuery(linkHistoryQuery(link.id))
  const last = query.data?.pages[0]?.data[0]
  return (
    <Section
      title={text.title}
      // A space while it loads, because nothing is known yet.
      summary={last ? `${sentenceOf(last, language)}, ${formats.ago(last.at)}` : '\u00a0'}
      isLazy
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        <HistoryList link={link} query={query} />
      </Suspense>
    </Section>
  )
}
