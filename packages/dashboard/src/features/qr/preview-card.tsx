// The preview of a code, and its downloads in several sizes.
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { Download, ImageDown } from '../../components/icons.ts'
import { Menu } from '../../components/menu.tsx'
import { Badge, Card } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { saveFile } from '../../lib/save-file.ts'
import { dataUrl, type Format, imageFile } from './image-files.ts'
import { qrMessages } from './messages.ts'
import type { QrCode, Subject } from './subject.ts'

const widths = [256, 512, 1024, 2048]
const copiedWidth = 1024

interface PreviewCardProps {
  subject: Subject
  qrCode: QrCode
  preview: UseQueryResult<{ data: { svg: string } }>
  isUnsaved: boolean
}

export function PreviewCard({ subject, qrCode, preview, isUnsaved }: PreviewCardProps) {
  const text = useMessages(qrMessages)
  const svg = preview.data?.data.svg
  return (
    <Card
      title={text.preview}
      actions={isUnsaved ? <Badge variant="warn">{text.unsaved}</Badge> : null}
      className="lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <div className="grid aspect-square w-full max-w-80 place-self-center overflow-hidden rounded-control border border-line bg-white">
        {svg ? (
          <img
            src={dataUrl(svg)}
            alt={text.previewOf(qrCode.name || text.sample)}
            width={512}
            height={512}
            className="size-full"
          />
        ) : preview.isError ? (
          <Failure error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      {qrCode.shortUrl === null ? (
        <p className="text-sm text-soft">{text.sampleText}</p>
      ) : (
        <Downloads subject={subject} qrCode={qrCode} shortUrl={qrCode.shortUrl} />
      )}
    </Card>
  )
}

interface DownloadsProps {
  subject: Subject
  qrCode: QrCode
  shortUrl: string
}

/** Files of the saved code: what is printed must be what visitors' pages show. */
function Downloads({ subject, qrCode, shortUrl }: DownloadsProps) {
  const text = useMessages(qrMessages)
  const { number } = useFormats()
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)

  async function run(task: () => Promise<void>) {
    setBusy(true)
    try {
      await task()
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }
  const download = (format: Format, width: number) =>
    run(async () => {
      const name = format === 'svg' ? `${qrCode.slug}-qr.svg` : `${qrCode.slug}-qr-${width}.png`
      saveFile(await imageFile(subject, format, width), name)
    })
  const copy = () =>
    run(async () => {
      try {
        // Browsers require this call within the click, so the image is passed as a promise.
        const image = imageFile(subject, 'png', copiedWidth)
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
        showToast({ title: text.imageCopied })
      } catch {
        showToast({ kind: 'bad', title: text.copyFailed })
      }
    })

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Menu
          label={text.download}
          trigger={
            <Button variant="primary" icon={<Download />} busy={isBusy}>
              {text.download}
            </Button>
          }
          actions={[
            { label: text.svg, onSelect: () => void download('svg', copiedWidth) },
            ...widths.map((width) => ({
              label: text.size(number(width)),
              onSelect: () => void download('png', width),
            })),
          ]}
        />
        <Button icon={<ImageDown />} disabled={isBusy} onClick={() => void copy()}>
          {text.copyImage}
        </Button>
      </div>
      <CopyField label={text.address} value={`${shortUrl}?qr`} copyLabel={text.copyAddress} />
      <CopyField label={text.pictureAddress} value={`${shortUrl}.svg`} copyLabel={text.copyPicture} />
    </>
  )
}
