// The editor of a microsite: its components, theme and settings beside the page as a phone shows it.
import type { Component, Microsite } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ExternalLink, Eye, Pencil, Send } from '../../../components/icons.ts'
import { Card, Page } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Failure, Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { ApiError } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { navigationMessages } from '../../../shell/navigation.ts'
import { OwnAppeal } from '../../appeals/own-appeal.tsx'
import { micrositeMessages } from '../messages.ts'
import { MicrositeBadge } from '../microsite-badge.tsx'
import {
  componentsQuery,
  imagesQuery,
  itemsQuery,
  micrositeQuery,
  nameInPaths,
  statisticsQuery,
} from '../queries.ts'
import { StatisticsPanel } from '../statistics-panel.tsx'
import { ComponentList } from './component-list.tsx'
import { type Edit, editsOf } from './edits.ts'
import { showMicrosite, usePublishing, useThemeChange } from './microsite-changes.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { SaveState } from './save-state.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { versionMessages } from './versions/version-messages.ts'
import { VersionsPanel } from './versions/versions-panel.tsx'
import { visiblePage, withEdits } from './visible-page.ts'

const sections = ['content', 'look', 'settings', 'versions', 'statistics'] as const
// Those that change nothing by themselves.
const readable: readonly string[] = ['versions', 'statistics']
type Section = (typeof sections)[number]

export function EditorPage() {
  const { slug } = useParams({ from: '/microsites/$slug' })
  const navigation = useMessages(navigationMessages)
  const microsite = useQuery(micrositeQuery(slug))
  const components = useQuery(componentsQuery(slug))
  const error = microsite.error ?? components.error
  if (microsite.data && components.data)
    return (
      <Editor
        key={slug}
        microsite={microsite.data}
        components={components.data}
        loadedAt={components.dataUpdatedAt}
      />
    )

  function retry() {
    void microsite.refetch()
    void components.refetch()
  }

  return (
    <Page title={navigation.microsites}>
      {error ? (
        <LoadFailure error={error} onRetry={retry} />
      ) : (
        <Loading>
          <div className="grid gap-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        </Loading>
      )}
    </Page>
  )
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  const text = useMessages(micrositeMessages)
  const isMissing = error instanceof ApiError && error.status === 404
  if (!isMissing) return <Failure error={error} onRetry={onRetry} />
  return (
    <Notice kind="warn">
      {text.lost}{' '}
      <Link to="/microsites" className="underline">
        {text.back}
      </Link>
    </Notice>
  )
}

interface EditorProps {
  microsite: Microsite
  components: Component[]
  /** When the components were loaded. */
  loadedAt: number
}

function Editor({ microsite, components: saved, loadedAt }: EditorProps) {
  const text = useMessages(micrositeMessages)
  const { versions, now } = useMessages(versionMessages)
  const { edits, edited, components, preview, taps } = useEditorData({ microsite, saved, loadedAt })
  const mayEdit = useMay('microsites.update')
  const shown = sections.filter((name) => mayEdit || readable.includes(name))
  const [section, setSection] = useState<Section>(mayEdit ? 'content' : 'statistics')
  // On a phone, there is room for either the form or the preview.
  const [isPreviewing, setPreviewing] = useState(false)
  const [current, setCurrent] = useState<string | null>(null)

  return (
    <Page
      wide
      title={microsite.title}
      description={<MicrositeSummary microsite={microsite} edited={edited} />}
      actions={<EditorActions microsite={microsite} isPreviewing={isPreviewing} onPreview={setPreviewing} />}
    >
      {microsite.blocked_at === null ? null : (
        <Notice kind="bad">
          {text.blockedBecause(microsite.blocked_reason ?? '')}
          <OwnAppeal about="microsite" id={microsite.id} />
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className={clsx('grid grid-cols-[minmax(0,1fr)] gap-4', isPreviewing && 'max-lg:hidden')}>
          <Segments<Section>
            label={text.sections}
            value={section}
            options={shown.map((name) => ({ value: name, label: { ...text, versions }[name] }))}
            onChange={setSection}
          />
          {mayEdit ? (
            <div className={clsx(section !== 'content' && 'hidden')}>
              <ComponentList
                slug={nameInPaths(microsite)}
                components={components}
                edits={edits}
                edited={edited}
                taps={taps}
                current={current}
                onCurrent={setCurrent}
              />
            </div>
          ) : null}
          <OtherSection section={section} microsite={microsite} components={components} />
        </div>
        <div className={clsx('lg:sticky lg:top-20', !isPreviewing && 'max-lg:hidden')}>
          <h2 className={section === 'versions' ? 'pb-3 text-center font-medium text-sm' : 'sr-only'}>
            {section === 'versions' ? now : text.preview}
          </h2>
          <PreviewFrame page={preview.page} locked={preview.locked} current={current} />
        </div>
      </div>
    </Page>
  )
}

interface EditorDataNeeds {
  microsite: Microsite
  saved: Component[]
  loadedAt: number
}

/** The components with what was typed into them, the page for the preview, and the taps on components. */
function useEditorData({ microsite, saved, loadedAt }: EditorDataNeeds) {
  const { user } = useMe()
  const slug = nameInPaths(microsite)
  const edits = editsOf(slug, user.id)
  const edited = useSyncExternalStore(edits.subscribe, edits.all)
  const { data: images = [] } = useQuery(imagesQuery)
  const { data: items = [] } = useQuery(itemsQuery)
  const { data: statistics } = useQuery({ ...statisticsQuery(slug), retry: false })

  // Once the server answers again, edits that failed are retried, for example after signing in again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of loading is what matters
  useEffect(() => edits.retry(), [edits, loadedAt])

  const preview = useMemo(
    () => visiblePage({ microsite, components: saved, edits: edited, images, items }),
    [microsite, saved, edited, images, items],
  )
  const components = useMemo(() => withEdits(saved, edited), [saved, edited])
  const taps = useMemo(() => new Map(statistics?.components.map(({ id, taps }) => [id, taps])), [statistics])
  return { edits, edited, components, preview, taps }
}

interface MicrositeSummaryProps {
  microsite: Microsite
  edited: ReadonlyMap<string, Edit>
}

/** The microsite's state and URL, and whether everything is saved. */
function MicrositeSummary({ microsite, edited }: MicrositeSummaryProps) {
  const text = useMessages(micrositeMessages)
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <MicrositeBadge microsite={microsite} />
      <span className="truncate">{microsite.url.replace(/^https?:\/\//, '')}</span>
      <CopyButton text={microsite.url} label={text.copyAddress} />
      <SaveState edits={edited} />
    </span>
  )
}

interface EditorActionsProps {
  microsite: Microsite
  isPreviewing: boolean
  onPreview(isPreviewing: boolean): void
}

/** Switches to the preview on a phone, and publishes or opens the page. */
function EditorActions({ microsite, isPreviewing, onPreview }: EditorActionsProps) {
  const text = useMessages(micrositeMessages)
  const { publish, busy } = usePublishing(microsite)
  const mayPublish = useMay('microsites.publish')
  return (
    <>
      <Button
        icon={isPreviewing ? <Pencil /> : <Eye />}
        onClick={() => onPreview(!isPreviewing)}
        className="lg:hidden"
      >
        {isPreviewing ? text.backToEditing : text.preview}
      </Button>
      {microsite.status === 'draft' && mayPublish ? (
        <Button variant="primary" icon={<Send />} busy={busy} onClick={() => void publish()}>
          {text.publish}
        </Button>
      ) : (
        <a href={microsite.url} target="_blank" rel="noopener" className={buttonClasses('plain')}>
          <ExternalLink />
          {text.open}
        </a>
      )}
    </>
  )
}

interface OtherSectionProps {
  section: Section
  microsite: Microsite
  components: Component[]
}

/** The sections other than the content, which stays mounted. */
function OtherSection({ section, microsite, components }: OtherSectionProps) {
  const text = useMessages(micrositeMessages)
  const changeTheme = useThemeChange(microsite)
  if (section === 'look')
    return (
      <Card title={text.theme}>
        <ThemePicker
          label={text.theme}
          value={microsite.theme}
          onChange={(theme) => void changeTheme(theme)}
        />
      </Card>
    )
  if (section === 'settings') return <SettingsPanel microsite={microsite} onChanged={showMicrosite} />
  if (section === 'versions') return <VersionsPanel microsite={microsite} />
  if (section === 'statistics') return <StatisticsPanel microsite={microsite} components={components} />
  return null
}
