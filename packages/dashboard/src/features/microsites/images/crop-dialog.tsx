// Crops an image by mouse, touch or keyboard, and uploads it.
import type { Asset } from '@linnet/contract'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
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

/** A canvas would spoil vector images and animations: they are uploaded unchanged. */
const canCrop = ({ type }: File): boolean => type !== 'image/svg+xml' && type !== 'image/gif'

const uncropped: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }

/** A crop in the middle of the image, with a margin around it. */
function initialCrop(
  ratio: number | undefined,
  { naturalWidth, naturalHeight }: HTMLImageElement,
): PercentCrop {
  if (ratio === undefined) return { unit: '%', x: 5, y: 5, width: 90, height: 90 }
  const crop = makeAspectCrop({ unit: '%', width: 90 }, ratio, naturalWidth, naturalHeight)
  return centerCrop(crop, naturalWidth, naturalHeight)
}

async function cropImage(
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
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas returned no image'))),
      // A photograph as PNG would be many times its size, and refused as too large. Other formats become PNG.
      type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png',
      0.92,
    ),
  )
}

export function CropDialog({ file, onClose, onUploaded }: CropDialogProps) {
  const messages = useMessages(imageMessages)
  const language = useLanguage()
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<PercentCrop>(uncropped)
  const [title, setTitle] = useState(file.name.replace(/\.\w+$/, '').slice(0, 255))
  const { upload, busy, failure } = useUpload({ file, image, title, onUploaded })
  const isCroppable = canCrop(file)

  return (
    <Dialog
      open
      onClose={onClose}
      title={isCroppable ? messages.crop : messages.upload}
      description={isCroppable ? messages.cropHint : undefined}
      wide
      keepOpen
      footer={<UploadButtons crop={isCroppable ? crop : null} busy={busy} onUpload={upload} />}
    >
      <div className="grid gap-4">
        {isCroppable ? (
          <Cropper file={file} title={title} image={image} crop={crop} onCrop={setCrop} />
        ) : (
          <ImageBox>
            <FileImage file={file} title={title} />
          </ImageBox>
        )}
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

interface UploadNeeds {
  file: File
  image: RefObject<HTMLImageElement | null>
  title: string
  onUploaded(image: Asset): void
}

function useUpload({ file, image, title, onUploaded }: UploadNeeds) {
  const messages = useMessages(imageMessages)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // Sent again after a lost connection, the same crop becomes one image.
  const key = useRef({ request: '', value: '' })

  /** Uploads a part of the image, or the file as it is. */
  async function upload(crop: PercentCrop | null) {
    setBusy(true)
    setFailure(null)
    const request = JSON.stringify([crop, title])
    if (key.current.request !== request) key.current = { request, value: newIdempotencyKey() }
    try {
      const content = crop && image.current ? await cropImage(image.current, crop, file.type) : file
      const bytes = new Uint8Array(await content.arrayBuffer())
      const { data: uploaded } = await client.assets.upload(
        { file: bytes, title },
        { idempotencyKey: key.current.value },
      )
      await queryClient.invalidateQueries({ queryKey: imagesQuery.queryKey })
      showToast({ title: messages.uploaded })
      onUploaded(uploaded)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { upload, busy, failure }
}

interface UploadButtonsProps {
  /** Null if the image can't be cropped. */
  crop: PercentCrop | null
  busy: boolean
  onUpload(crop: PercentCrop | null): Promise<void>
}

function UploadButtons({ crop, busy, onUpload }: UploadButtonsProps) {
  const messages = useMessages(imageMessages)
  const isWhole = crop !== null && crop.width > 99.9 && crop.height > 99.9
  return (
    <>
      {busy ? (
        <span role="status" className="mr-auto text-sm text-soft">
          {messages.uploading}
        </span>
      ) : null}
      <Button busy={busy} onClick={() => void onUpload(null)}>
        {messages.wholeImage}
      </Button>
      {crop ? (
        <Button variant="primary" busy={busy} disabled={isWhole} onClick={() => void onUpload(crop)}>
          {messages.useCrop}
        </Button>
      ) : null}
    </>
  )
}

interface CropperProps {
  file: File
  title: string
  image: RefObject<HTMLImageElement | null>
  crop: PercentCrop
  onCrop(crop: PercentCrop): void
}

function Cropper({ file, title, image, crop, onCrop }: CropperProps) {
  const messages = useMessages(imageMessages)
  const [ratio, setRatio] = useState<Ratio>('free')
  return (
    <>
      <Segments
        label={messages.ratio}
        value={ratio}
        options={(Object.keys(ratios) as Ratio[]).map((name) => ({ value: name, label: messages[name] }))}
        onChange={(chosen) => {
          setRatio(chosen)
          if (image.current) onCrop(initialCrop(ratios[chosen], image.current))
        }}
      />
      <ImageBox>
        <ReactCrop
          crop={crop}
          aspect={ratios[ratio]}
          keepSelection
          ariaLabels={cropLabels(messages.selection)}
          onChange={(_pixels, percent) => onCrop(percent)}
        >
          <FileImage
            ref={image}
            file={file}
            title={title}
            onLoad={(loaded) => onCrop(initialCrop(ratios[ratio], loaded))}
          />
        </ReactCrop>
      </ImageBox>
    </>
  )
}

function ImageBox({ children }: { children: ReactNode }) {
  return <div className="grid justify-items-center rounded-control bg-sunken p-3">{children}</div>
}

interface FileImageProps {
  file: File
  title: string
  ref?: RefObject<HTMLImageElement | null>
  onLoad?(image: HTMLImageElement): void
}

function FileImage({ file, title, ref, onLoad }: FileImageProps) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <img
      ref={ref}
      src={url}
      alt={title}
      onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
      className="max-h-[50dvh]"
    />
  )
}

/** The handles, identified by their corner or edge. */
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
