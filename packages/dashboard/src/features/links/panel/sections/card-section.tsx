// The card that messengers and social networks show of a link: its title, description and image, and how that looks.
import type { Asset } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { Field, TextArea, TextInput } from '../../../../components/field.tsx'
import { ImagePlus, X } from '../../../../components/icons.ts'
import { Loading, Skeleton } from '../../../../components/states.tsx'
import { Switch } from '../../../../components/switch.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { imagesQuery } from '../../../microsites/queries.ts'
import { panelMessages } from '../messages.ts'
import type { PreviewValues } from '../values.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

const ImageLibrary = lazy(() =>
  import('../../../microsites/images/image-library.tsx').then((file) => ({ default: file.ImageLibrary })),
)

export function CardSection({ draft: { values, set }, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  const { preview } = values
  const change = (changed: Partial<PreviewValues>) => set('preview', { ...preview, ...changed })
  const summary = preview.title || preview.description || (preview.image && text.previewImage)
  return (
    <Section
      title={text.preview}
      summary={summary}
      isLazy
      hasError={Object.keys(errors).some((path) => path.startsWith('preview'))}
    >
      <p className="text-sm text-soft">{text.previewHint}</p>
      <Field label={text.previewTitle} error={errors['preview.title']}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={255}
            value={preview.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Field label={text.previewDescription} error={errors['preview.description']}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            maxLength={1000}
            value={preview.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      <CardImage id={preview.image} error={errors['preview.image']} onChange={(image) => change({ image })} />
      <Switch
        label={text.fetch_preview}
        hint={text.fetchPreviewHint}
        checked={values.fetch_preview}
        onChange={(checked) => set('fetch_preview', checked)}
      />
      {Object.values(preview).some(Boolean) ? (
        <SampleCard preview={preview} host={hostOf(values.long_url)} />
      ) : null}
    </Section>
  )
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? ''

/** The uploaded image of an id. One that isn't known may have been uploaded since: by this save, or elsewhere. */
function useImage(id: string) {
  const { data: images, isSuccess, isFetching, refetch } = useQuery({ ...imagesQuery, enabled: id !== '' })
  const image = images?.find((image) => image.id === id)
  const isUnknown = isSuccess && id !== '' && !image
  useEffect(() => {
    if (isUnknown) void refetch()
  }, [isUnknown, refetch])
  return { image, isMissing: isUnknown && !isFetching }
}

interface CardImageProps {
  id: string
  error?: string
  onChange(id: string): void
}

/** Chooses one of the uploaded images, or a new one. */
function CardImage({ id, error, onChange }: CardImageProps) {
  const text = useMessages(panelMessages)
  const [isOpen, setOpen] = useState(false)
  const { isMissing } = useImage(id)
  const action = id ? text.changeImage : text.chooseImage
  return (
    <Field label={text.previewImage} error={error ?? (isMissing ? text.missingImage : undefined)}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Button
            {...control}
            aria-label={`${text.previewImage}: ${action}`}
            icon={<ImagePlus />}
            onClick={() => setOpen(true)}
          >
            {action}
          </Button>
          {id ? (
            <Button variant="quiet" icon={<X />} onClick={() => onChange('')}>
              {text.removeImage}
            </Button>
          ) : null}
          <Dialog open={isOpen} onClose={() => setOpen(false)} title={text.chooseImage} wide>
            <Suspense
              fallback={
                <Loading>
                  <Skeleton className="h-40" />
                </Loading>
              }
            >
              <ImageLibrary
                onChoose={(image: Asset) => {
                  onChange(image.id)
                  setOpen(false)
                }}
              />
            </Suspense>
          </Dialog>
        </div>
      )}
    </Field>
  )
}

/** About as a messenger draws it. */
function SampleCard({ preview, host }: { preview: PreviewValues; host: string }) {
  const text = useMessages(panelMessages)
  const { image } = useImage(preview.image)
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-sm text-soft">{text.previewSample}</figcaption>
      <div className="max-w-80 overflow-hidden rounded-card border border-line bg-sunken">
        {image ? <img src={image.path} alt="" className="aspect-[1.91/1] w-full object-cover" /> : null}
        <div className="grid gap-0.5 px-3 py-2.5">
          <p dir="auto" className="line-clamp-2 text-sm font-semibold break-words">
            {preview.title || host}
          </p>
          {preview.description ? (
            <p dir="auto" className="line-clamp-3 text-sm break-words text-soft">
              {preview.description}
            </p>
          ) : null}
          <p className="truncate text-xs text-soft">{host}</p>
        </div>
      </div>
    </figure>
  )
}
