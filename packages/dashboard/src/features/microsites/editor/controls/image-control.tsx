// An uploaded image: shown as a thumbnail, and chosen from the library.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { ImagePlus, X } from '../../../../components/icons.ts'
import { useMessages } from '../../../../lib/language.ts'
import { ImageLibrary, thumbnailOf } from '../../images/image-library.tsx'
import { imagesQuery } from '../../queries.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'

interface ImageControlProps {
  label: string
  control: ControlProps
  value: string
  onChange(value: string | undefined): void
}

export function ImageControl({ label, control, value, onChange }: ImageControlProps) {
  const messages = useMessages(formMessages)
  const [open, setOpen] = useState(false)
  const { data: images = [], isSuccess } = useQuery(imagesQuery)
  const image = images.find(({ path }) => path === value)
  const isMissing = isSuccess && value.startsWith('/assets/') && !image
  const action = value ? messages.otherImage : messages.chooseImage
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        {image ? (
          <img
            src={thumbnailOf(image)}
            alt={image.title}
            className="size-14 shrink-0 rounded-control border border-line object-cover"
          />
        ) : null}
        <Button
          {...control}
          aria-label={`${label}: ${action}`}
          icon={<ImagePlus />}
          onClick={() => setOpen(true)}
        >
          {action}
        </Button>
        {value ? (
          <IconButton label={messages.removeImage} onClick={() => onChange(undefined)}>
            <X />
          </IconButton>
        ) : null}
      </div>
      {isMissing ? <p className="text-sm text-warn">{messages.missingImage}</p> : null}
      <Dialog open={open} onClose={() => setOpen(false)} title={messages.chooseImage} wide>
        <ImageLibrary
          onChoose={({ path }) => {
            onChange(path)
            setOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}
