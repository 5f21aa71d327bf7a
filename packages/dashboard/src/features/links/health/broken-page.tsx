// The page of broken links: the switch for all links of the workspace, and each broken link with ways to fix it.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '../../../components/button.tsx'
import { Activity } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Card, Page } from '../../../components/page.tsx'
import { Empty, Notice } from '../../../components/states.tsx'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { BrokenLink } from './broken-link.tsx'
import { healthMessages } from './messages.ts'
import { brokenQuery, watchedQuery } from './queries.ts'

export function BrokenPage() {
  const text = useMessages(healthMessages)
  const watched = useQuery(watchedQuery)
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/links">{text.back}</ButtonLink>}
    >
      <Loaded query={watched} heights={['h-24', 'h-64']} gap="gap-6">
        {({ available, watched }) => (
          <>
            <WatchSwitch isAvailable={available} isWatched={watched} />
            <BrokenList isWatched={watched} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function WatchSwitch({ isAvailable, isWatched }: { isAvailable: boolean; isWatched: boolean }) {
  const text = useMessages(healthMessages)
  const language = useLanguage()
  const queries = useQueryClient()
  const mayChange = useMay('linkHealth.watch')

  async function change(watched: boolean): Promise<void> {
    try {
      const { data } = await client.linkHealth.watch({ watched })
      queries.setQueryData(watchedQuery.queryKey, data)
      showToast({ title: watched ? text.switchedOn : text.switchedOff })
      await queries.invalidateQueries({ queryKey: ['links'] })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    }
  }

  return (
    <Card>
      <Switch
        label={text.watchAll}
        hint={text.watchAllHint}
        checked={isWatched}
        disabled={!mayChange || (!isAvailable && !isWatched)}
        onChange={(checked) => void change(checked)}
      />
      {isAvailable ? null : <Notice kind="warn">{text.unavailable}</Notice>}
    </Card>
  )
}

function BrokenList({ isWatched }: { isWatched: boolean }) {
  const text = useMessages(healthMessages)
  const broken = useInfiniteQuery(brokenQuery)
  return (
    <Loaded query={broken}>
      {({ pages }) => {
        const links = pages.flatMap(({ data }) => data)
        if (links.length === 0)
          return (
            <Empty icon={<Activity />} title={text.emptyTitle}>
              {isWatched ? text.emptyWatched : text.emptyOff}
            </Empty>
          )
        return (
          <>
            <ul
              aria-label={text.list}
              className="divide-y divide-line rounded-card border border-line bg-surface"
            >
              {links.map((one) => (
                <BrokenLink key={one.link.id} broken={one} />
              ))}
            </ul>
            <MoreButton query={broken}>{text.more}</MoreButton>
          </>
        )
      }}
    </Loaded>
  )
}
