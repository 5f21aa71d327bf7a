// The form of a shop item, new or changed.
import type { ShopItem } from '@linnet/contract'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { Notice } from '../../../components/states.tsx'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client, newIdempotencyKey } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { ImageControl } from '../editor/controls/image-control.tsx'
import { imageMessages } from '../images/image-messages.ts'
import { itemsQuery } from '../queries.ts'
import { bodyOf, type ShopItemValues, valuesOf } from './shop-item-values.ts'

interface ShopItemFormProps {
  /** Null for a new item; undefined closes the form. */
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
      position="side"
      keepOpen
    >
      {item === undefined ? null : <ShopItemFields item={item} onClose={onClose} />}
    </Dialog>
  )
}

interface ShopItemFieldsProps {
  item: ShopItem | null
  onClose(): void
}

function ShopItemFields({ item, onClose }: ShopItemFieldsProps) {
  const messages = useMessages(imageMessages)
  const language = useLanguage()
  const [values, setValues] = useState(() => valuesOf(item))
  const set = (changes: Partial<ShopItemValues>) => setValues((before) => ({ ...before, ...changes }))
  const { save, busy, failure } = useSaving({ item, onClose })
  const errors = fieldErrorsOf(failure)

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(values)
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={messages.itemTitle} error={errors.title}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            required
            maxLength={140}
            value={values.title}
            onChange={({ target }) => set({ title: target.value })}
          />
        )}
      </Field>
      <PriceFields values={values} errors={errors} onChange={set} />
      <HrefField value={values.href} error={errors.href} onChange={(href) => set({ href })} />
      <Field label={messages.image} error={errors.image}>
        {(control) => (
          <ImageControl
            label={messages.image}
            control={control}
            value={values.image}
            onChange={(path) => set({ image: path ?? '' })}
          />
        )}
      </Field>
      <Switch label={messages.active} checked={values.active} onChange={(active) => set({ active })} />
      {failure && Object.keys(errors).length === 0 ? (
        <Notice kind="bad">{messageOf(failure, language)}</Notice>
      ) : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {messages.save}
      </Button>
    </form>
  )
}

interface HrefFieldProps {
  value: string
  error: string | undefined
  onChange(href: string): void
}

/** Where the item can be bought. */
function HrefField({ value, error, onChange }: HrefFieldProps) {
  const messages = useMessages(imageMessages)
  return (
    <Field label={messages.href} hint={messages.hrefHint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface PriceFieldsProps {
  values: ShopItemValues
  errors: Record<string, string>
  onChange(changes: Partial<ShopItemValues>): void
}

function PriceFields({ values, errors, onChange }: PriceFieldsProps) {
  const messages = useMessages(imageMessages)
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label={messages.price} error={errors.price}>
        {(control) => (
          <TextInput
            {...control}
            type="number"
            min={0}
            step="any"
            value={values.price}
            onChange={({ target }) => onChange({ price: target.value })}
          />
        )}
      </Field>
      <Field label={messages.currency} hint={messages.currencyHint} error={errors.currency}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={3}
            autoCapitalize="characters"
            value={values.currency}
            onChange={({ target }) => onChange({ currency: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** The item as the form's fields hold it. */

function useSaving({ item, onClose }: ShopItemFieldsProps) {
  const messages = useMessages(imageMessages)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = useRef(newIdempotencyKey())

  async function save(values: ShopItemValues) {
    setBusy(true)
    setFailure(null)
    const body = bodyOf(values)
    try {
      if (item) await client.shopItems.update({ id: item.id, ...body })
      else await client.shopItems.create(body, { idempotencyKey: key.current })
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
  return { save, busy, failure }
}
