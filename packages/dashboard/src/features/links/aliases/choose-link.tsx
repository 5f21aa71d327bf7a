// Asks for the link that people meant with a mistyped code, if none is similar.
import type { MistypedCode } from '@linnet/contract'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { SlugInput } from '../../../components/slug-input.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { mistypedMessages } from './messages.ts'

interface ChooseLinkProps {
  missed: MistypedCode
  onClose(): void
  onDone(): Promise<void>
}

export function ChooseLink({ missed: { code, domain }, onClose, onDone }: ChooseLinkProps) {
  const text = useMessages(mistypedMessages)
  const language = useLanguage()
  const form = useId()
  const [short, setShort] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || short === '') return
    setBusy(true)
    setFailure('')
    try {
      await client.aliases.add({ short, domain, code })
      onClose()
      showToast({ title: text.made(code, short) })
      await onDone()
    } catch (error) {
      setFailure(messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={<bdi>{text.chooseTitle(code)}</bdi>}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {text.makeAlias}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void add(event)}>
        <Field label={text.short} hint={text.chooseHint(domain)} error={failure || undefined}>
          {(control) => <SlugInput control={control} slug={short} onChange={setShort} />}
        </Field>
      </form>
    </Dialog>
  )
}
