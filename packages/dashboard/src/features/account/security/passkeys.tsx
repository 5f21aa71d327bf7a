// Passkeys: listing, adding, renaming and removing them.

import type { Passkey } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { KeyRound, Pencil, Trash2 } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ownClient } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { canMakePasskeys, makePasskey, passkeysQuery } from '../../../lib/passkeys.ts'
import { queryClient } from '../../../lib/queries.ts'
import { Row, Rows } from '../lists.tsx'
import { accountMessages, useSharedMessages } from '../messages.ts'
import { SecurityDialog } from './security-dialog.tsx'
import { securityMessages } from './security-messages.ts'

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['account'] })

export function PasskeysCard() {
  const { security: shared, addPasskey } = useSharedMessages()
  const text = useMessages(securityMessages)
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(passkeysQuery)
  return (
    <Card
      title={shared.passkeys}
      description={shared.passkeysText}
      actions={
        canMakePasskeys() ? (
          <Button size="small" onClick={() => setAdding(true)}>
            {shared.addPasskey}
          </Button>
        ) : null
      }
    >
      {canMakePasskeys() ? null : <Notice kind="warn">{addPasskey.notHere}</Notice>}
      <Loaded query={query} heights={['h-16']}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="text-sm text-soft">{text.passkeysNone}</p>
          ) : (
            <Rows>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <AddPasskey open={isAdding} onClose={() => setAdding(false)} />
    </Card>
  )
}

function AddPasskey({ open, onClose }: { open: boolean; onClose(): void }) {
  const { addPasskey: shared, success } = useSharedMessages()
  const text = useMessages(securityMessages)
  const [name, setName] = useState<string>()
  const typed = name ?? shared.suggestion
  async function add() {
    const { data: options } = await ownClient.authenticators.passkeyOptions()
    const credential = await makePasskey(options)
    await ownClient.authenticators.addPasskey({ name: typed, credential })
    showToast({ title: success['passkey-added'], description: typed })
    setName(undefined)
    onClose()
    refresh()
  }
  /** What the browser throws (WebAuthn 3, section 5.1.3). */
  function explain(error: unknown): string | undefined {
    if (!(error instanceof DOMException)) return fieldErrorsOf(error).name
    if (error.name === 'InvalidStateError') return text.exists
    return error.name === 'NotAllowedError' || error.name === 'AbortError' ? text.cancelled : undefined
  }
  return (
    <SecurityDialog
      open={open}
      onClose={onClose}
      title={shared.title}
      text={shared.text}
      action={shared.submit}
      isReady={typed.trim() !== ''}
      onConfirm={add}
      explain={explain}
    >
      <Field label={shared.name} hint={shared.hint}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={100}
            required
            value={typed}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </SecurityDialog>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { security: shared, passkey: messages, success } = useSharedMessages()
  const text = useMessages(securityMessages)
  const formats = useFormats()
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>()
  const { id, name, created_at, last_used_at } = passkey
  async function remove() {
    await ownClient.authenticators.removePasskey({ id })
    showToast({ title: success['passkey-removed'], description: name })
    refresh()
  }
  return (
    <Row
      icon={<KeyRound />}
      title={name}
      actions={
        <>
          <IconButton label={text.renameOf(name)} onClick={() => setOpenDialog('rename')}>
            <Pencil />
          </IconButton>
          <IconButton label={text.removeOf(name)} onClick={() => setOpenDialog('remove')}>
            <Trash2 />
          </IconButton>
        </>
      }
    >
      {shared.added(formats.day(created_at))}{' '}
      {last_used_at === null ? shared.neverUsed : shared.lastUsed(formats.ago(last_used_at))}
      <Rename open={openDialog === 'rename'} passkey={passkey} onClose={() => setOpenDialog(undefined)} />
      <SecurityDialog
        open={openDialog === 'remove'}
        onClose={() => setOpenDialog(undefined)}
        title={text.removeTitle(name)}
        text={messages.removeText}
        action={messages.remove}
        danger
        onConfirm={remove}
      />
    </Row>
  )
}

function Rename({ open, passkey, onClose }: { open: boolean; passkey: Passkey; onClose(): void }) {
  const { passkey: shared, success } = useSharedMessages()
  const { save } = useMessages(accountMessages)
  const text = useMessages(securityMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<unknown>()
  const name = typed ?? passkey.name
  async function submit(event: FormEvent) {
    event.preventDefault()
    setError(undefined)
    try {
      await ownClient.authenticators.renamePasskey({ id: passkey.id, name })
      showToast({ title: success['passkey-renamed'], description: name })
      setTyped(undefined)
      onClose()
      refresh()
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog open={open} onClose={onClose} title={text.renameTitle}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={shared.name}
          error={error ? (fieldErrorsOf(error).name ?? messageOf(error, language)) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              maxLength={100}
              required
              value={name}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="justify-self-end">
          {save}
        </Button>
      </form>
    </Dialog>
  )
}
