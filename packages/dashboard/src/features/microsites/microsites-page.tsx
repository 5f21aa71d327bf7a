// The page of all microsites, with their themes, states and views.
import type { Microsite } from '@linnet/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ChartColumn, ExternalLink, LayoutTemplate, Plus, Trash2 } from '../../components/icons.ts'
import { MoreButton } from '../../components/loaded.tsx'
import { Menu } from '../../components/menu.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../components/states.tsx'
import { client } from '../../lib/client.ts'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { CreateMicrosite } from './create-microsite.tsx'
import { DeleteMicrosite } from './delete-microsite.tsx'
import { ThemeThumbnail } from './editor/theme-picker.tsx'
import { micrositeMessages } from './messages.ts'
import { MicrositeBadge } from './microsite-badge.tsx'
import { micrositeKeys, nameInPaths } from './queries.ts'

export function MicrositesPage() {
  const text = useMessages(micrositeMessages)
  const navigation = useMessages(navigationMessages)
  const [isCreating, setCreating] = useState(false)
  const [deleted, setDeleted] = useState<Microsite | null>(null)
  const list = useInfiniteQuery({
    queryKey: micrositeKeys.list,
    queryFn: ({ pageParam, signal }) => client.microsites.list({ limit: 24, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const { data, error, refetch } = list
  const microsites = data?.pages.flatMap(({ data: page }) => page)
  const create = useMay('microsites.create') ? (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  ) : null
  return (
    <Page wide title={navigation.microsites} description={text.intro} actions={create}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!microsites && !error ? (
        <Loading>
          <div className={grid}>
            {[0, 1, 2].map((index) => (
              <Skeleton key={index} className="h-36" />
            ))}
          </div>
        </Loading>
      ) : null}
      {microsites?.length === 0 ? (
        <Empty icon={<LayoutTemplate />} title={text.noneTitle}>
          {text.none}
        </Empty>
      ) : null}
      {microsites && microsites.length > 0 ? (
        <ul className={grid}>
          {microsites.map((microsite) => (
            <MicrositeCard key={microsite.id} microsite={microsite} onDelete={() => setDeleted(microsite)} />
          ))}
        </ul>
      ) : null}
      <MoreButton query={list}>{text.showMore}</MoreButton>
      <CreateMicrosite open={isCreating} onClose={() => setCreating(false)} />
      <DeleteMicrosite microsite={deleted} onClose={() => setDeleted(null)} />
    </Page>
  )
}

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3'

function MicrositeCard({ microsite, onDelete }: { microsite: Microsite; onDelete(): void }) {
  const text = useMessages(micrositeMessages)
  const formats = useFormats()
  const navigate = useNavigate()
  const mayEdit = useMay('microsites.update')
  const mayDelete = useMay('microsites.remove')
  const { title, theme, views, url } = microsite
  const slug = nameInPaths(microsite)
  return (
    <li className="relative flex gap-4 rounded-card border border-line bg-surface p-3 transition-colors hover:border-accent">
      <div className="w-22 shrink-0">
        <ThemeThumbnail name={theme} />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1 pt-1">
        <h2 className="pr-10 font-semibold" title={title} dir="auto">
          <Link
            to="/microsites/$slug"
            params={{ slug }}
            className="block truncate leading-7 after:absolute after:inset-0 after:rounded-card"
          >
            {title}
          </Link>
        </h2>
        <p className="truncate text-sm text-soft">{url.replace(/^https?:\/\//, '')}</p>
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-soft">
          <MicrositeBadge microsite={microsite} />
          {text.views(formats.number(views))}
        </p>
      </div>
      <div className="absolute top-1.5 right-1.5">
        <Menu
          label={text.more(title)}
          actions={[
            {
              label: mayEdit ? text.settings : text.statistics,
              icon: mayEdit ? <LayoutTemplate /> : <ChartColumn />,
              onSelect: () => void navigate({ to: '/microsites/$slug', params: { slug } }),
            },
            {
              label: text.open,
              icon: <ExternalLink />,
              onSelect: () => void open(url, '_blank', 'noopener'),
            },
            ...(mayDelete
              ? [null, { label: text.remove, icon: <Trash2 />, danger: true, onSelect: onDelete }]
              : []),
          ]}
        />
      </div>
    </li>
  )
}
