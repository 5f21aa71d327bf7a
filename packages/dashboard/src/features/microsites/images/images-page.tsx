// Uploaded images, and the catalogue of what the account's microsites offer.
import type { Asset } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { copyText } from '../../../components/copy-button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Copy, Image, Store, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { Page } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { tell } from '../../../components/toasts.tsx'
import { kitWords } from '../../../components/words.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useWords } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { placeWords } from '../../../shell/navigation.ts'
import { imagesQuery, usersOfImageQuery } from '../queries.ts'
import { ShopItems } from '../shop/shop-items.tsx'
import { ImageLibrary, smallest } from './image-library.tsx'
import { imageWords } from './image-words.ts'

export function ImagesPage() {
  const words = useWords(imageWords)
  const { copyFailed } = useWords(kitWords)
  const places = useWords(placeWords)
  const [section, setSection] = useState<'images' | 'catalogue'>('images')
  const [deleted, setDeleted] = useState<Asset | null>(null)

  const actionsOf = (image: Asset) => (
    <Menu
      label={words.more(image.title || words.untitled)}
      actions={[
        {
          label: words.copyPath,
          icon: <Copy />,
          onSelect: () =>
            void copyText(image.path, copyFailed).then((done) => done && tell({ title: words.copiedPath })),
        },
        { label: words.remove, icon: <Trash2 />, danger: true, onSelect: () => setDeleted(image) },
      ]}
    />
  )
  return (
    <Page
      wide
      title={places.images}
      description={words.intro}
      actions={
        <Segments<'images' | 'catalogue'>
          label={words.sections}
          value={section}
          options={[
            { value: 'images', label: words.images, icon: <Image /> },
            { value: 'catalogue', label: words.catalogue, icon: <Store /> },
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
  const words = useWords(imageWords)
  const language = useLanguage()
  const formats = useFormats()
  const { data: users } = useQuery(usersOfImageQuery(image.path))

  async function remove() {
    try {
      await client.assets.remove({ id: image.id })
    } catch (error) {
      tell({ kind: 'bad', title: words.failed, description: messageOf(error, language) })
      throw error
    }
    tell({ title: words.removed })
    await queryClient.invalidateQueries({ queryKey: imagesQuery.queryKey })
  }

  return (
    <Confirm open onClose={onClose} title={words.removeTitle} action={words.remove} danger onConfirm={remove}>
      <img src={smallest(image)} alt="" className="h-28 justify-self-start rounded-control object-contain" />
      <p>{words.removeWhy}</p>
      {users ? <p>{users.length > 0 ? words.usedIn(formats.list(users)) : words.usedNowhere}</p> : null}
    </Confirm>
  )
}
