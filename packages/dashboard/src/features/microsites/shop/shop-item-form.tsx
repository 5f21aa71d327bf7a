// One thing of the catalogue, new or changed.
import type { ShopItem } from '@linnet/contract'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, Switch, TextInput } from '../../../components/field.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client, newIdempotencyKey } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { ImageControl } from '../editor/controls/image-control.tsx'
import { imageMessages } from '../images/image-messages.ts'
import { itemsQuery } from '../queries.ts'

interface ShopItemFormProps {
  /** Null for a new one; undefined closes the form. */
  item: ShopItem | null | undefined
  onClose(): void
}

export function ShopItemForm({ item, onClose }: ShopItemFormProps) {
  const messages = useMessages(imageMessages)
  return (
    <Dialog
      open={item !== undefined}
      onClose={onClose}
      title={item ? messages.editItem : messages.addItem}
      place="side"
      stays
    >
      {item === undefined ? null : <Fields item={item} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ item, onClose }: { item: ShopItem | null; onClose(): void }) {
  const messages = useMessages(imageMessages)
  const language = useLanguage()
  const [title, setTitle] = useState(item?.title ?? '')
  const [price, setPrice] = useState(item?.price?.toString() ?? '')
  const [currency, setCurrency] = useState(item?.currency ?? '')
  const [href, setHref] = useState(item?.href ?? '')
  const [image, setImage] = useState(item?.image ?? '')
  const [active, setActive] = useState(item?.active ?? true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = useRef(newIdempotencyKey())
  const faults = fieldErrorsOf(failure)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const fields = {
      title,
      price: price.trim() === '' ? null : Number(price),
      currency: currency.trim().toUpperCase() || null,
      href: completeUrl(href) || null,
      image: image || null,
      active,
    }
    try {
      if (item) await client.shopItems.update({ id: item.id, ...fields })
      else await client.shopItems.create(fields, { idempotencyKey: key.current })
      showToast({ title: messages.savedItem })
      onClose()
      await queryClient.invalidateQueries({ queryKey: itemsQuery.queryKey })
    } catch (error) {
      if (error instanceof ApiError) key.current = newIdempotencyKey()
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-4">
      <Field label={messages.itemTitle} error={faults.title}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            required
            maxLength={140}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={messages.price} error={faults.price}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={0}
              step="any"
              value={price}
              onChange={({ target }) => setPrice(target.value)}
            />
          )}
        </Field>
        <Field label={messages.currency} hint={messages.currencyHint} error={faults.currency}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={3}
              autoCapitalize="characters"
              value={currency}
              onChange={({ target }) => setCurrency(target.value)}
            />
          )}
        </Field>
      </div>
      <Field label={messages.href} hint={messages.hrefHint} error={faults.href}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={href}
            onChange={({ target }) => setHref(target.value)}
          />
        )}
      </Field>
      <Field label={messages.image} error={faults.image}>
        {(control) => (
          <ImageControl
            label={messages.image}
            control={control}
            value={image}
            onChange={(path) => setImage(path ?? '')}
          />
        )}
      </Field>
      <Switch label={messages.active} checked={active} onChange={setActive} />
      {failure && Object.keys(faults).length === 0 ? (
        <Notice kind="bad">{messageOf(failure, language)}</Notice>
      ) : null}
      <Button type="submit" look="primary" busy={busy} className="justify-self-start">
        {messages.save}
      </Button>
    </form>
  )
}
