// The page of tags: how many links have each, and renaming, recolouring, merging and deleting them.
import type { Tag } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { TextInput } from '../../../components/field.tsx'
import { SearchX } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { refreshLinks } from '../queries.ts'
import { tagMessages } from './messages.ts'
import { TagDot } from './tag-chips.tsx'
import { EditTag, MergeTag } from './tag-dialogs.tsx'
import { tagsQuery } from './tags-query.ts'

/** What is being done, with which tag. */
interface Task {
  kind: 'edit' | 'merge' | 'remove'
  tag: Tag
}

export function TagsPage() {
  const text = useMessages(tagMessages)
  const tags = useQuery(tagsQuery)
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={<ButtonLink to="/links">{text.back}</ButtonLink>}
    >
      {tags.isError && !tags.data ? (
        <Failure error={tags.error} onRetry={() => void tags.refetch()} />
      ) : tags.data === undefined ? (
        <Loading>
          <Skeleton className="h-64" />
        </Loading>
      ) : tags.data.length === 0 ? (
        <Empty icon={<SearchX />} title={text.emptyTitle}>
          {text.empty}
        </Empty>
      ) : (
        <TagList tags={tags.data} />
      )}
    </Page>
  )
}

// More rows than anyone looks through; the field finds the others.
const mostShown = 200

function TagList({ tags }: { tags: Tag[] }) {
  const text = useMessages(tagMessages)
  const [search, setSearch] = useState('')
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  const term = search.trim().toLowerCase()
  const found = tags.filter(({ name }) => name.toLowerCase().includes(term))
  return (
    <div className="grid gap-3">
      {tags.length > 10 ? (
        <TextInput
          type="search"
          aria-label={text.find}
          placeholder={text.find}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      ) : null}
      {found.length === 0 ? <p className="text-soft">{text.noneFound}</p> : null}
      <ul
        aria-label={text.list}
        className="divide-y divide-line rounded-card border border-line bg-surface empty:hidden"
      >
        {found.slice(0, mostShown).map((tag) => (
          <TagRow key={tag.id} tag={tag} hasOthers={tags.length > 1} onTask={setTask} />
        ))}
      </ul>
      {task?.kind === 'edit' ? <EditTag tag={task.tag} onClose={close} /> : null}
      {task?.kind === 'merge' ? <MergeTag tag={task.tag} tags={tags} onClose={close} /> : null}
      <RemoveTag tag={task?.kind === 'remove' ? task.tag : null} onClose={close} />
    </div>
  )
}

interface TagRowProps {
  tag: Tag
  hasOthers: boolean
  onTask(task: Task): void
}

function TagRow({ tag, hasOthers, onTask }: TagRowProps) {
  const text = useMessages(tagMessages)
  const formats = useFormats()
  const navigate = useNavigate()
  const mayChange = useMay('tags.update')
  const links = tag.links === 1 ? text.oneLink : text.links(formats.number(tag.links))
  const search = { tag: tag.name, status: 'all' } as const
  return (
    <li className="flex min-h-14 items-center gap-3 px-3 sm:px-4">
      <TagDot color={tag.color} />
      <bdi className="min-w-0 flex-1 truncate font-medium">{tag.name}</bdi>
      <Link to="/links" search={search} className="shrink-0 rounded-sm text-sm text-soft hover:underline">
        {links}
      </Link>
      <Menu
        label={text.more(tag.name)}
        actions={[
          { label: text.showLinks, onSelect: () => void navigate({ to: '/links', search }) },
          ...(mayChange
            ? [
                { label: text.edit, onSelect: () => onTask({ kind: 'edit', tag }) },
                ...(hasOthers ? [{ label: text.merge, onSelect: () => onTask({ kind: 'merge', tag }) }] : []),
                null,
                { label: text.remove, danger: true, onSelect: () => onTask({ kind: 'remove', tag }) },
              ]
            : []),
        ]}
      />
    </li>
  )
}

function RemoveTag({ tag, onClose }: { tag: Tag | null; onClose(): void }) {
  const text = useMessages(tagMessages)
  return (
    <Confirm
      open={tag !== null}
      onClose={onClose}
      title={text.removeTitle(tag?.name ?? '')}
      action={text.removeAction}
      danger
      onConfirm={async () => {
        if (!tag) return
        await client.tags.remove({ id: tag.id })
        showToast({ title: text.removed })
        await refreshLinks()
      }}
    >
      {text.removeText}
    </Confirm>
  )
}
