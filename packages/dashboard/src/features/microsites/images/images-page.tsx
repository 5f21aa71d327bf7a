// The page of uploaded images and of the shop's catalogue.
import type { Asset } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { copyText } from '../../../components/copy-button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Copy, Image, Store, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Page } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { navigationMessages } from '../../../shell/navigation.ts'
import { imagesQuery, imageUsageQuery } from '../queries.ts'
import { ShopItems } from '../shop/shop-items.tsx'
import { ImageLibrary, thumbnailOf } from './image-library.tsx'
import { imageMessages } from './image-messages.ts'

export function ImagesPage() {
  const messages = useMessages(imageMessages)
  const { copyFailed } = useMessages(kitMessages)
  const navigation = useMessages(navigationMessages)
  const [section, setSection] = useState<'images' | 'catalogue'>('images')
  const [deleted, setDeleted] = useState<Asset | null>(null)
  const mayDelete = useMay('assets.remove')

  const actionsOf = (image: Asset) => (
    <Menu
      label={messages.more(image.title || messages.untitled)}
      actions={[
        {
          label: messages.copyPath,
          icon: <Copy />,
          onSelect: () =>
            void copyText(image.path, copyFailed).then(
              (isCopied) => isCopied && showToast({ title: messages.copiedPath }),
            ),
        },
        ...(mayDelete
          ? [{ label: messages.remove, icon: <Trash2 />, danger: true, onSelect: () => setDeleted(image) }]
          : []),
      ]}
    />
  )
  return (
    <Page
      wide
      title={navigation.images}
      description={messages.intro}
      actions={
        <Segments<'images' | 'catalogue'>
          label={messages.sections}
          value={section}
          options={[
            { value: 'images', label: messages.images, icon: <Image /> },
            { value: 'catalogue', label: messages.catalogue, icon: <Store /> },
          ]}
          onChange={setSection}
        />
      }
    >
      {section === 'images' ? <ImageLibrary actionsOf={actionsOf} /> : <ShopItems />}
      {deleted ? <DeleteImage image={deleted} onClose={() => setDeleted(null)} /> : null}
    </Page>
  )
}

function DeleteImage({ image, onClose }: { image: Asset; onClose(): void }) {
  const messages = useMessages(imageMessages)
  const formats = useFormats()
  const { data: titles } = useQuery(imageUsageQuery(image.path))

  async function remove() {
    await client.assets.remove({ id: image.id })
    showToast({ title: messages.removed })
    await queryClient.invalidateQueries({ queryKey: imagesQuery.queryKey })
  }

  return (
    <Confirm
      open
      onClose={onClose}
      title={messages.removeTitle}
      action={messages.remove}
      danger
      onConfirm={remove}
    >
      <img
        src={thumbnailOf(image)}
        alt=""
        className="h-28 justify-self-start rounded-control object-contain"
      />
      <p>{messages.removeWhy}</p>
      {titles ? (
        <p>{titles.length > 0 ? messages.usedIn(formats.list(titles)) : messages.usedNowhere}</p>
      ) : null}
    </Confirm>
  )
}
