// One version as visitors saw it, in the preview's frame, and the button that brings it back.
import type { Microsite, MicrositeVersionContent } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { ArrowLeft, RotateCcw } from '../../../../components/icons.ts'
import { Loaded } from '../../../../components/loaded.tsx'
import { Card } from '../../../../components/page.tsx'
import { Notice } from '../../../../components/states.tsx'
import { showToast } from '../../../../components/toast-queue.ts'
import { client } from '../../../../lib/client.ts'
import { messageOf } from '../../../../lib/failures.ts'
import { useFormats } from '../../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../../lib/language.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { useMay } from '../../../../lib/workspace/may.ts'
import { undoToken, useUndoAction } from '../../../history/undo.ts'
import { imagesQuery, itemsQuery, micrositeKeys, nameInPaths, versionQuery } from '../../queries.ts'
import { showMicrosite } from '../microsite-changes.ts'
import { PreviewFrame } from '../preview-frame.tsx'
import { visiblePage } from '../visible-page.ts'
import { useAuthor } from './version-list.tsx'
import { versionMessages } from './version-messages.ts'

interface VersionViewProps {
  microsite: Microsite
  id: string
  onClose(): void
}

export function VersionView({ microsite, id, onClose }: VersionViewProps) {
  const text = useMessages(versionMessages)
  const formats = useFormats()
  const author = useAuthor()
  const version = useQuery(versionQuery(nameInPaths(microsite), id))
  const { bringBack, busy } = useBringingBack({ microsite, onClose })
  const mayBringBack = useMay('micrositeVersions.restore')
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" icon={<ArrowLeft />} onClick={onClose}>
          {text.all}
        </Button>
        {mayBringBack ? (
          <Button
            variant="primary"
            icon={<RotateCcw />}
            busy={busy}
            disabled={!version.data}
            onClick={() => void bringBack(id)}
          >
            {text.bringBack}
          </Button>
        ) : null}
      </div>
      <Loaded query={version} heights={['h-96']}>
        {(data) => (
          <>
            <h2 className="text-center text-sm">
              <span className="font-medium">{formats.moment(data.at)}</span>{' '}
              <span dir="auto" className="text-soft">
                {author(data)}
              </span>
            </h2>
            {data.missing_images.length > 0 ? (
              <Notice kind="warn">{text.missingImages(data.missing_images.length)}</Notice>
            ) : null}
            <VersionFrame microsite={microsite} version={data} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

interface VersionFrameProps {
  microsite: Microsite
  version: MicrositeVersionContent
}

function VersionFrame({ microsite, version }: VersionFrameProps) {
  const text = useMessages(versionMessages)
  const { data: images = [] } = useQuery(imagesQuery)
  const { data: items = [] } = useQuery(itemsQuery)
  const { page, locked } = useMemo(() => {
    const { title, description, kind, theme, components } = version
    const edits: Parameters<typeof visiblePage>[0]['edits'] = new Map()
    const then = { ...microsite, title, description, kind, theme }
    return visiblePage({ microsite: then, components, edits, images, items })
  }, [microsite, version, images, items])
  return <PreviewFrame title={text.frame} page={page} locked={locked} current={null} />
}

function useBringingBack({ microsite, onClose }: Omit<VersionViewProps, 'id'>) {
  const text = useMessages(versionMessages)
  const undoAction = useUndoAction()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const slug = nameInPaths(microsite)

  async function bringBack(to: string) {
    const undo = undoToken()
    setBusy(true)
    try {
      showMicrosite((await client.micrositeVersions.restore({ slug, to }, undo)).data)
      showToast({ title: text.broughtBack, action: undoAction(undo.token) })
      await queryClient.invalidateQueries({ queryKey: micrositeKeys.one(slug) })
      onClose()
    } catch (error) {
      showToast({ kind: 'bad', title: text.notBroughtBack, description: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }
  return { bringBack, busy }
}
