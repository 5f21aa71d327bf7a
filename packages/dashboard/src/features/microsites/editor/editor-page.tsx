// The editor of one microsite: its parts, look and settings beside the page as a phone shows it.
import type { Component, Microsite } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { classes } from '../../../components/classes.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ExternalLink, Eye, Pencil, Send } from '../../../components/icons.ts'
import { Card, Page } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Failure, Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMe } from '../../../lib/session.ts'
import { navigationMessages } from '../../../shell/navigation.ts'
import { OwnAppeal } from '../../appeals/own-appeal.tsx'
import { micrositeMessages } from '../messages.ts'
import { MicrositeBadge } from '../microsite-badge.tsx'
import {
  componentsQuery,
  imagesQuery,
  itemsQuery,
  micrositeKeys,
  micrositeQuery,
  statisticsQuery,
} from '../queries.ts'
import { StatisticsPanel } from '../statistics-panel.tsx'
import { ComponentList } from './component-list.tsx'
import { editsOf } from './edits.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { SaveState } from './save-state.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { visiblePage, withEdits } from './visible-page.ts'

const sections = ['content', 'look', 'settings', 'statistics'] as const
type Section = (typeof sections)[number]

export function EditorPage() {
  const { slug } = useParams({ from: '/microsites/$slug' })
  const text = useMessages(micrositeMessages)
  const places = useMessages(navigationMessages)
  const microsite = useQuery(micrositeQuery(slug))
  const components = useQuery(componentsQuery(slug))
  const error = microsite.error ?? components.error
  if (microsite.data && components.data)
    return (
      <Editor
        key={slug}
        microsite={microsite.data}
        components={components.data}
        at={components.dataUpdatedAt}
      />
    )
  const isLost = error instanceof ApiError && error.status === 404
  return (
    <Page title={places.microsites}>
      {isLost ? (
        <Notice kind="warn">
          {text.lost}{' '}
          <Link to="/microsites" className="underline">
            {text.back}
          </Link>
        </Notice>
      ) : error ? (
        <Failure
          error={error}
          onRetry={() => {
            void microsite.refetch()
            void components.refetch()
          }}
        />
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

interface EditorProps {
  microsite: Microsite
  components: Component[]
  /** When the components were last asked for. */
  at: number
}

function Editor({ microsite, components, at }: EditorProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const { user } = useMe()
  const { slug } = microsite
  const edits = editsOf(slug, user.id)
  const edited = useSyncExternalStore(edits.subscribe, edits.all)
  const { data: images = [] } = useQuery(imagesQuery)
  const { data: items = [] } = useQuery(itemsQuery)
  const { data: statistics } = useQuery({ ...statisticsQuery(slug), retry: false })
  const [section, setSection] = useState<Section>('content')
  // On a phone, there is room for one of the two.
  const [isPreviewing, setPreviewing] = useState(false)
  const [current, setCurrent] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const wantedTheme = useRef(microsite.theme)
  const isSendingTheme = useRef(false)

  // Answers come again: so may what could not be saved, such as after signing in again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when they came is what matters
  useEffect(() => edits.retry(), [edits, at])

  const shown = useMemo(
    () => visiblePage({ microsite, components, edits: edited, images, items }),
    [microsite, components, edited, images, items],
  )
  const now = useMemo(() => withEdits(components, edited), [components, edited])
  const taps = useMemo(() => new Map(statistics?.components.map(({ id, taps }) => [id, taps])), [statistics])

  function changed(next: Microsite) {
    queryClient.setQueryData(micrositeKeys.one(slug), next)
    void queryClient.invalidateQueries({ queryKey: micrositeKeys.list })
  }

  /** Arrow keys choose every theme that they pass: one at a time is sent, and the last one stays. */
  async function chooseTheme(theme: string) {
    const before = microsite
    queryClient.setQueryData(micrositeKeys.one(slug), { ...before, theme })
    wantedTheme.current = theme
    if (isSendingTheme.current) return
    isSendingTheme.current = true
    try {
      let asked: string
      let answer: Microsite
      do {
        asked = wantedTheme.current
        answer = (await client.microsites.update({ slug, theme: asked })).data
      } while (wantedTheme.current !== asked)
      changed(answer)
    } catch (error) {
      queryClient.setQueryData(micrositeKeys.one(slug), before)
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    } finally {
      isSendingTheme.current = false
    }
  }

  async function publish() {
    setBusy(true)
    try {
      changed((await client.microsites.publish({ slug })).data)
      showToast({ title: text.publishedNow, description: microsite.url })
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Page
      wide
      title={microsite.title}
      description={
        <span className="flex flex-wrap items-center gap-2 text-sm">
          <MicrositeBadge microsite={microsite} />
          <span className="truncate">{microsite.url.replace(/^https?:\/\//, '')}</span>
          <CopyButton text={microsite.url} label={text.copyAddress} />
          <SaveState edits={edited} />
        </span>
      }
      actions={
        <>
          <Button
            icon={isPreviewing ? <Pencil /> : <Eye />}
            onClick={() => setPreviewing(!isPreviewing)}
            className="lg:hidden"
          >
            {isPreviewing ? text.backToEditing : text.preview}
          </Button>
          {microsite.status === 'draft' ? (
            <Button look="primary" icon={<Send />} busy={busy} onClick={() => void publish()}>
              {text.publish}
            </Button>
          ) : (
            <a href={microsite.url} target="_blank" rel="noopener" className={buttonClasses('plain')}>
              <ExternalLink />
              {text.open}
            </a>
          )}
        </>
      }
    >
      {microsite.blocked_at === null ? null : (
        <Notice kind="bad">
          {text.blockedBecause(microsite.blocked_reason ?? '')}
          <OwnAppeal about="microsite" id={microsite.id} />
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-4', isPreviewing && 'max-lg:hidden')}>
          <Segments<Section>
            label={text.sections}
            value={section}
            options={sections.map((name) => ({ value: name, label: text[name] }))}
            onChange={setSection}
          />
          <div className={classes(section !== 'content' && 'hidden')}>
            <ComponentList
              slug={slug}
              components={now}
              edits={edits}
              edited={edited}
              taps={taps}
              current={current}
              onCurrent={setCurrent}
            />
          </div>
          {section === 'look' ? (
            <Card title={text.theme}>
              <ThemePicker
                label={text.theme}
                value={microsite.theme}
                onChange={(theme) => void chooseTheme(theme)}
              />
            </Card>
          ) : null}
          {section === 'settings' ? <SettingsPanel microsite={microsite} onChanged={changed} /> : null}
          {section === 'statistics' ? <StatisticsPanel microsite={microsite} components={now} /> : null}
        </div>
        <div className={classes('lg:sticky lg:top-20', !isPreviewing && 'max-lg:hidden')}>
          <h2 className="sr-only">{text.preview}</h2>
          <PreviewFrame page={shown.page} locked={shown.locked} current={current} />
        </div>
      </div>
    </Page>
  )
}
