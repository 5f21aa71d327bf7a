// Cuts the part out of an image that is wanted, by mouse, finger or keys, and uploads it.
import type { Asset } from '@linnet/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client, newIdempotencyKey } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { imagesQuery } from '../queries.ts'
import { imageMessages } from './image-messages.ts'

const ratios = { free: undefined, square: 1, wide: 16 / 9, tall: 4 / 5 }
type Ratio = keyof typeof ratios

interface CropDialogProps {
  file: File
  onClose(): void
  onUploaded(image: Asset): void
}

/** Drawings without pixels and moving pictures would be spoilt by a canvas: they are sent as they are. */
const canCrop = ({ type }: File): boolean => type !== 'image/svg+xml' && type !== 'image/gif'

const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }

function cropIn(ratio: number | undefined, { naturalWidth, naturalHeight }: HTMLImageElement): PercentCrop {
  if (ratio === undefined) return { unit: '%', x: 5, y: 5, width: 90, height: 90 }
  const made = makeAspectCrop({ unit: '%', width: 90 }, ratio, naturalWidth, naturalHeight)
  return centerCrop(made, naturalWidth, naturalHeight)
}

async function cut(
  image: HTMLImageElement,
  { x, y, width, height }: PercentCrop,
  type: string,
): Promise<Blob> {
  const scale = (percent: number, of: number) => Math.round((percent / 100) * of)
  const [w, h] = [scale(width, image.naturalWidth), scale(height, image.naturalHeight)]
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, w)
  canvas.height = Math.max(1, h)
  canvas
    .getContext('2d')
    ?.drawImage(image, scale(x, image.naturalWidth), scale(y, image.naturalHeight), w, h, 0, 0, w, h)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      // A photograph as PNG would be many times its size, and refused as too large. What cannot be written becomes PNG.
      type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png',
      0.92,
    ),
  )
}

export function CropDialog({ file, onClose, onUploaded }: CropDialogProps) {
  const messages = useMessages(imageMessages)
  const language = useLanguage()
  const image = useRef<HTMLImageElement>(null)
  const [ratio, setRatio] = useState<Ratio>('free')
  const [crop, setCrop] = useState<PercentCrop>(whole)
  const [title, setTitle] = useState(file.name.replace(/\.\w+$/, '').slice(0, 255))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // The same part sent again after a lost connection is the same image.
  const key = useRef({ of: '', value: '' })
  const address = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  const isCroppable = canCrop(file)

  async function upload(part: PercentCrop | null) {
    setBusy(true)
    setFailure(null)
    const of = JSON.stringify([part, title])
    if (key.current.of !== of) key.current = { of, value: newIdempotencyKey() }
    try {
      const content = part && image.current ? await cut(image.current, part, file.type) : file
      const bytes = new Uint8Array(await content.arrayBuffer())
      const { data: made } = await client.assets.upload(
        { file: bytes, title },
        { idempotencyKey: key.current.value },
      )
      await queryClient.invalidateQueries({ queryKey: imagesQuery.queryKey })
      showToast({ title: messages.uploaded })
      onUploaded(made)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const isWhole = crop.width > 99.9 && crop.height > 99.9
  return (
    <Dialog
      open
      onClose={onClose}
      title={isCroppable ? messages.crop : messages.upload}
      description={isCroppable ? messages.cropHint : undefined}
      wide
      stays
      footer={
        <>
          {busy ? (
            <span role="status" className="mr-auto text-sm text-soft">
              {messages.uploading}
            </span>
          ) : null}
          <Button busy={busy} onClick={() => void upload(null)}>
            {messages.wholeImage}
          </Button>
          {isCroppable ? (
            <Button look="primary" busy={busy} disabled={isWhole} onClick={() => void upload(crop)}>
              {messages.useCrop}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        {isCroppable ? (
          <Segments
            label={messages.ratio}
            value={ratio}
            options={(Object.keys(ratios) as Ratio[]).map((name) => ({ value: name, label: messages[name] }))}
            onChange={(chosen) => {
              setRatio(chosen)
              if (image.current) setCrop(cropIn(ratios[chosen], image.current))
            }}
          />
        ) : null}
        <div className="grid justify-items-center rounded-control bg-sunken p-3">
          {isCroppable ? (
            <ReactCrop
              crop={crop}
              aspect={ratios[ratio]}
              keepSelection
              ariaLabels={cropLabels(messages.selection)}
              onChange={(_pixels, percent) => setCrop(percent)}
            >
              <img
                ref={image}
                src={address}
                alt={title}
                onLoad={({ currentTarget }) => setCrop(cropIn(ratios[ratio], currentTarget))}
                className="max-h-[50dvh]"
              />
            </ReactCrop>
          ) : (
            <img src={address} alt={title} className="max-h-[50dvh]" />
          )}
        </div>
        <Field label={messages.name} hint={messages.nameHint}>
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              maxLength={255}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        {failure ? <Notice kind="bad">{messageOf(failure, language)}</Notice> : null}
      </div>
    </Dialog>
  )
}

/** The handles are told from each other by the corner or edge that they are at. */
const cropLabels = (selection: string) => ({
  cropArea: selection,
  nwDragHandle: `${selection} ↖`,
  nDragHandle: `${selection} ↑`,
  neDragHandle: `${selection} ↗`,
  eDragHandle: `${selection} →`,
  seDragHandle: `${selection} ↘`,
  sDragHandle: `${selection} ↓`,
  swDragHandle: `${selection} ↙`,
  wDragHandle: `${selection} ←`,
})
