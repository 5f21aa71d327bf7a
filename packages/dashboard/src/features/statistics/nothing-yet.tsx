// What the page shows instead of charts while there are no clicks: how to get some.
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../components/copy-button.tsx'
import { ChartLine } from '../../components/icons.ts'
import { Empty } from '../../components/states.tsx'
import { useMessages } from '../../lib/language.ts'
import { statisticsMessages } from './messages.ts'
import { newestLinkQuery } from './report-query.ts'

/** `url` is the short link that the page is filtered by; without one, the newest is offered. */
export function NothingYet({ url }: { url?: string }) {
  const text = useMessages(statisticsMessages)
  const newest = useQuery({ ...newestLinkQuery, enabled: url === undefined })
  const shared = url ?? newest.data?.short_url
  return (
    <Empty
      icon={<ChartLine />}
      title={text.emptyTitle}
      action={
        shared ? (
          <span className="inline-flex max-w-full items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
            <span className="truncate font-medium">{shared}</span>
            <CopyButton text={shared} label={text.copyLink} />
          </span>
        ) : undefined
      }
    >
      {shared ? text.emptyShare : text.emptyCreate}
    </Empty>
  )
}
