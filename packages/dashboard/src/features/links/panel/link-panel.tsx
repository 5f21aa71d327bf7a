// The panel beside the list: the settings of one link, its recent clicks and its QR code.

import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button, ButtonLink, buttonClasses } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Archive, ArchiveRestore, CircleHelp, ExternalLink, Trash2 } from '../../../components/icons.ts'
import { Empty, Failure, Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { ApiError, client } from '../../../lib/client.ts'
import { type Draft, useDraft } from '../../../lib/draft.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { LeaveWarning } from '../../../shell/leave-warning.tsx'
import { navigationMessages } from '../../../shell/navigation.ts'
import { OwnAppeal } from '../../appeals/own-appeal.tsx'
import { AliasesSection } from '../aliases/aliases-section.tsx'
import { useArchiving } from '../archiving.ts'
import { HealthSection } from '../health/health-section.tsx'
import { HistorySection } from '../history/history-section.tsx'
import { SwitchesSection } from '../history/switches-section.tsx'
import { LinkBadges } from '../link-badges.tsx'
import { linkMessages } from '../messages.ts'
import { cachedLink } from '../queries.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { panelMessages } from './messages.ts'
import { Overview } from './overview.tsx'
import { linkKey, useSaveLink } from './save-link.ts'
import { PlacementsSection } from './sections/placements-section.tsx'
import { Sections } from './sections/section.tsx'
import { type LinkValues, unstoredFields, valuesOf } from './values.ts'

const ExplainDialog = lazy(() =>
  import('../explain/explain-dialog.tsx').then((file) => ({ default: file.ExplainDialog })),
)
const DeleteLinks = lazy(() =>
  import('../deleting/delete-links.tsx').then((file) => ({ default: file.DeleteLinks })),
)

interface LinkPanelProps {
  id: string
  onClose(): void
}

/** Any other failure (a lost connection, an ended session) must not take away the form and what was typed into it. */
const isGone = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

export function LinkPanel({ id, onClose }: LinkPanelProps) {
  const text = useMessages(panelMessages)
  const query = useQuery({
    queryKey: linkKey(id),
    queryFn: ({ signal }) => client.links.get({ short: id }, { signal }),
  })
  const link = query.data?.data ?? (isGone(query.error) ? undefined : cachedLink(id))
  if (link) return <LinkEditor link={link} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} position="side" title={text.title}>
      {isGone(query.error) ? (
        <Gone />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading>
          <div className="grid gap-5">
            <Skeleton className="h-10" />
            <Skeleton className="h-30" />
            <Skeleton className="h-24" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

function Gone() {
  const text = useMessages(panelMessages)
  const { changes } = useMessages(navigationMessages)
  return (
    <Empty
      icon={<Trash2 />}
      title={text.gone}
      action={
        <ButtonLink to="/changes" search={{}}>
          {changes}
        </ButtonLink>
      }
    >
      {text.goneWhy}
    </Empty>
  )
}

function LinkEditor({ link, onClose }: { link: Link; onClose(): void }) {
  const text = useMessages(panelMessages)
  const formats = useFormats()
  const { short_origin } = useMe()
  const defaultHost = new URL(short_origin).host
  const saved = useMemo(() => valuesOf(link, defaultHost), [link, defaultHost])
  const draft = useDraft(`link ${link.id}`, saved, unstoredFields)
  const saving = useSaveLink({ id: link.id, draft, defaultHost })
  const mayEdit = useMay('links.update')
  return (
    <Dialog
      open
      onClose={onClose}
      position="side"
      title={withoutScheme(link.short_url)}
      description={text.created(formats.moment(link.created_at))}
      footer={mayEdit ? <SaveBar draft={draft} busy={saving.busy} failure={saving.failure} /> : null}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LinkActions link={link} isChanged={draft.isChanged} onDeleted={onClose} />
        {draft.isFromBefore && draft.isChanged ? <Notice kind="plain">{text.fromBefore}</Notice> : null}
        {link.blocked_at === null ? null : (
          <Notice kind="bad">
            {text.blocked(link.blocked_reason ?? '')}
            <OwnAppeal about="link" id={link.id} />
          </Notice>
        )}
        <Overview link={link} />
        <Sections>
          <PlacementsSection link={link} />
          <HistorySection link={link} />
          <SwitchesSection link={link} />
          <AliasesSection link={link} />
        </Sections>
        <fieldset disabled={!mayEdit} className="min-w-0">
          <LinkForm
            link={link}
            draft={draft}
            errors={saving.errors}
            defaultHost={defaultHost}
            onSave={() => void saving.save()}
          />
        </fieldset>
        <HealthSection id={link.id} />
      </div>
      <ConflictDialog
        conflict={saving.conflict}
        mine={draft.values}
        onClose={saving.dismissConflict}
        onChosen={(theirs) => void saving.resolveConflict(theirs)}
      />
      <LeaveWarning
        isChanged={draft.isChanged}
        onDiscard={draft.discard}
        isStaying={({ pathname, search }) =>
          pathname.endsWith('/links') && 'link' in search && search.link === link.id
        }
      />
    </Dialog>
  )
}

interface SaveBarProps {
  draft: Draft<LinkValues>
  busy: boolean
  failure: string
}

/** The footer of the panel, which saves or discards the changes. */
function SaveBar({ draft, busy, failure }: SaveBarProps) {
  const text = useMessages(panelMessages)
  return (
    <>
      {failure ? (
        <div className="w-full">
          <Notice kind="bad">{failure}</Notice>
        </div>
      ) : null}
      <span role="status" className="mr-auto text-sm text-soft">
        {draft.isChanged ? text.unsaved : ''}
      </span>
      {draft.isChanged ? <Button onClick={draft.discard}>{text.discard}</Button> : null}
      <Button type="submit" form="link-form" variant="primary" busy={busy} disabled={!draft.isChanged}>
        {text.save}
      </Button>
    </>
  )
}

interface LinkActionsProps {
  link: Link
  isChanged: boolean
  onDeleted(): void
}

/** Copies, opens, archives, restores or deletes the link. */
function LinkActions({ link, isChanged, onDeleted }: LinkActionsProps) {
  const text = useMessages(linkMessages)
  const archiving = useArchiving()
  const mayArchive = useMay('links.archive')
  const mayDelete = useMay('linkHistory.remove')
  const isArchived = link.status === 'archived'
  const [opened, setOpened] = useState<'explain' | 'delete' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyButton text={link.short_url} variant="button" label={text.copyLink} />
      <a
        href={link.short_url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses('plain', 'small')}
      >
        <ExternalLink />
        {text.open}
      </a>
      {mayArchive ? (
        <Button
          size="small"
          icon={isArchived ? <ArchiveRestore /> : <Archive />}
          onClick={() => void archiving(isArchived ? 'restore' : 'archive', [link])}
        >
          {isArchived ? text.restore : text.archive}
        </Button>
      ) : null}
      <Button
        size="small"
        icon={<CircleHelp />}
        aria-label={text.explain}
        data-tooltip=""
        onClick={() => setOpened('explain')}
        className="px-2!"
      />
      {mayDelete ? (
        <Button
          size="small"
          icon={<Trash2 />}
          aria-label={text.delete}
          data-tooltip=""
          onClick={() => setOpened('delete')}
          className="px-2!"
        />
      ) : null}
      <LinkBadges link={link} />
      <Suspense>
        {opened === 'explain' ? <ExplainDialog link={link} isChanged={isChanged} onClose={close} /> : null}
        {opened === 'delete' ? <DeleteLinks links={[link]} onDeleted={onDeleted} onClose={close} /> : null}
      </Suspense>
    </div>
  )
}
