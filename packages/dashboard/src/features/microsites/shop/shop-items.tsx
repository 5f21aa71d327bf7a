// The catalogue of shop items, with their prices.

import type { ShopItem } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { Pencil, Plus, ShoppingBag, Trash2 } from '../../../components/icons.ts'
import { Menu } from '../../../components/menu.tsx'
import { Badge } from '../../../components/page.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { thumbnailOf } from '../images/image-library.tsx'
import { imageMessages } from '../images/image-messages.ts'
import { imagesQuery, itemsQuery } from '../queries.ts'
import { ShopItemForm } from './shop-item-form.tsx'
import { formattedPrice } from './shop-item-values.ts'

export function ShopItems() {
  const messages = useMessages(imageMessages)
  const { data: items, error, refetch } = useQuery(itemsQuery)
  // Null for a new item.
  const [edited, setEdited] = useState<ShopItem | null | undefined>(undefined)
  const [deleted, setDeleted] = useState<ShopItem | null>(null)
  const mayCreate = useMay('shopItems.create')

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {mayCreate ? (
        <Button
          variant="primary"
          icon={<Plus />}
          className="justify-self-start"
          onClick={() => setEdited(null)}
        >
          {messages.addItem}
        </Button>
      ) : null}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!items && !error ? (
        <Loading>
          <Skeleton className="h-40" />
        </Loading>
      ) : null}
      {items?.length === 0 ? (
        <Empty icon={<ShoppingBag />} title={messages.noItems}>
          {mayCreate ? messages.noItemsWhy : null}
        </Empty>
      ) : null}
      {items && items.length > 0 ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              onEdit={() => setEdited(item)}
              onDelete={() => setDeleted(item)}
            />
          ))}
        </ul>
      ) : null}
      <ShopItemForm item={edited} onClose={() => setEdited(undefined)} />
      {deleted ? <DeleteItem item={deleted} onClose={() => setDeleted(null)} /> : null}
    </div>
  )
}

function DeleteItem({ item, onClose }: { item: ShopItem; onClose(): void }) {
  const messages = useMessages(imageMessages)

  async function remove() {
    await client.shopItems.remove({ id: item.id })
    showToast({ title: messages.removedItem })
    await queryClient.invalidateQueries({ queryKey: itemsQuery.queryKey })
  }

  return (
    <Confirm
      open
      onClose={onClose}
      title={messages.removeItem(item.title)}
      action={messages.remove}
      danger
      onConfirm={remove}
    >
      {messages.removeItemWhy}
    </Confirm>
  )
}

interface ItemRowProps {
  item: ShopItem
  onEdit(): void
  onDelete(): void
}

function ItemRow({ item, onEdit, onDelete }: ItemRowProps) {
  const messages = useMessages(imageMessages)
  const language = useLanguage()
  const formats = useFormats()
  const mayEdit = useMay('shopItems.update')
  const { data: images = [] } = useQuery(imagesQuery)
  const image = images.find(({ path }) => path === item.image)
  const price = item.price === 0 ? messages.freeOfCharge : formattedPrice(language, item)
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-2">
      <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-soft">
        {image ? (
          <img src={thumbnailOf(image)} alt="" className="size-full object-cover" />
        ) : (
          <ShoppingBag className="size-5" aria-hidden="true" />
        )}
      </span>
      <button
        type="button"
        disabled={!mayEdit}
        onClick={onEdit}
        className="min-w-0 flex-1 text-left disabled:cursor-auto"
      >
        <span className="block truncate font-medium" dir="auto" title={item.title}>
          {item.title}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {price ? <span className="tabular-nums">{price}</span> : null}
          <span>{messages.taps(formats.number(item.clicks))}</span>
          {item.active ? null : <Badge>{messages.inactive}</Badge>}
        </span>
      </button>
      {mayEdit ? (
        <Menu
          label={messages.more(item.title)}
          actions={[
            { label: messages.editItem, icon: <Pencil />, onSelect: onEdit },
            { label: messages.remove, icon: <Trash2 />, danger: true, onSelect: onDelete },
          ]}
        />
      ) : null}
    </li>
  )
}
