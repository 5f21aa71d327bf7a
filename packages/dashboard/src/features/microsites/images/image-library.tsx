// The uploaded images, and a place to upload others: chosen, dropped or pasted, and cropped before the upload.
import type { Asset } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ImagePlus } from '../../../components/icons.ts'
import { Empty, Failure, Loading, Notice, Skeleton } from '../../../components/states.tsx'
import { useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { imagesQuery } from '../queries.ts'
import { imageMessages } from './image-messages.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })))

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'image/bmp']
const mostBytes = 10 * 1024 * 1024

/** The smallest variant that is still sharp as a thumbnail. */
export function thumbnailOf({ path, variants }: Asset): string {
  const enough = variants.filter(({ width }) => width >= 240).toSorted((a, b) => a.width - b.width)[0]
  return enough?.path ?? path
}

interface ImageLibraryProps {
  /** Turns the images into buttons, for choosing one. */
  onChoose?(image: Asset): void
  /** A menu of other actions for an image. */
  actionsOf?(image: Asset): ReactNode
}

export function ImageLibrary({ onChoose, actionsOf }: ImageLibraryProps) {
  const messages = useMessages(imageMessages)
  const { data: images, error, refetch } = useQuery(imagesQuery)
  const [file, setFile] = useState<File | null>(null)
  const mayUpload = useMay('assets.upload')
  return (
    <div className="grid gap-4">
      {mayUpload ? <DropZone onFile={setFile} /> : null}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!images && !error ? (
        <Loading>
          <div className={grid}>
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </div>
        </Loading>
      ) : null}
      {images?.length === 0 ? (
        <Empty icon={<ImagePlus />} title={messages.noImages}>
          {mayUpload ? messages.noImagesWhy : null}
        </Empty>
      ) : null}
      {images && images.length > 0 ? (
        <ul className={grid}>
          {images.map((image) => (
            <ImageTile key={image.id} image={image} onChoose={onChoose}>
              {actionsOf?.(image)}
            </ImageTile>
          ))}
        </ul>
      ) : null}
      {file ? (
        <Suspense>
          <CropDialog
            file={file}
            onClose={() => setFile(null)}
            onUploaded={(image) => {
              setFile(null)
              onChoose?.(image)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3'

interface ImageTileProps {
  image: Asset
  onChoose?(image: Asset): void
  children: ReactNode
}

function ImageTile({ image, onChoose, children }: ImageTileProps) {
  const messages = useMessages(imageMessages)
  const title = image.title || messages.untitled
  const picture = (
    <img
      src={thumbnailOf(image)}
      alt={onChoose ? '' : title}
      loading="lazy"
      className="aspect-square w-full bg-sunken object-contain"
    />
  )
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface">
      {onChoose ? (
        <button
          type="button"
          aria-label={messages.choose(title)}
          onClick={() => onChoose(image)}
          className="block w-full hover:opacity-80"
        >
          {picture}
        </button>
      ) : (
        picture
      )}
      <div className="flex min-h-12 items-center gap-1 py-1 pr-1 pl-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm" dir="auto" title={title}>
            {title}
          </p>
          <p className="text-xs text-soft tabular-nums">{messages.size(image.width, image.height)}</p>
        </div>
        {children}
      </div>
    </li>
  )
}

function DropZone({ onFile }: { onFile(file: File): void }) {
  const messages = useMessages(imageMessages)
  const [isOver, setOver] = useState(false)
  const { accept, error } = useFileCheck(onFile)
  usePastedImages(accept)

  return (
    <fieldset
      aria-label={messages.upload}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        accept(event.dataTransfer.files[0])
      }}
      className={clsx(
        'grid justify-items-center gap-2 rounded-card border border-dashed p-5 text-center',
        isOver ? 'border-accent bg-tint' : 'border-field-line',
      )}
    >
      <p className="text-sm">{isOver ? messages.dropNow : messages.drop}</p>
      <FileButton onFile={accept} />
      <p className="text-xs text-soft">{messages.formats}</p>
      {error ? <Notice kind="bad">{error}</Notice> : null}
    </fieldset>
  )
}

function FileButton({ onFile }: { onFile(file: File | undefined): void }) {
  const messages = useMessages(imageMessages)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<ImagePlus />} onClick={() => input.current?.click()}>
        {messages.upload}
      </Button>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes.join(',')}
        aria-label={messages.upload}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Passes on images of an accepted type and size, or says what is wrong with the file. */
function useFileCheck(onFile: (file: File) => void) {
  const messages = useMessages(imageMessages)
  const [error, setError] = useState('')

  function accept(file: File | undefined) {
    if (!file) return
    const isImage = acceptedTypes.includes(file.type)
    setError(isImage ? (file.size > mostBytes ? messages.tooLarge : '') : messages.notAnImage)
    if (isImage && file.size <= mostBytes) onFile(file)
  }
  return { accept, error }
}

/** Calls `onFile` with images that are pasted anywhere on the page. */
function usePastedImages(onFile: (file: File) => void): void {
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    function paste({ clipboardData }: ClipboardEvent) {
      const file = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) latest.current(file)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
