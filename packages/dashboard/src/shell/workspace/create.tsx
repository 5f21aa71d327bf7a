// Creates a workspace and opens it, where people can be invited next.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { FormFailure } from '../../components/form-failure.tsx'
import { kitMessages } from '../../components/messages.ts'
import { ownClient } from '../../lib/client.ts'
import { fieldErrorsOf } from '../../lib/failures.ts'
import { useMessages } from '../../lib/language.ts'
import { switchTo, workspaceMessages } from '../../lib/workspace/list.ts'

export function CreateWorkspace({ onClose }: { onClose(): void }) {
  const text = useMessages(workspaceMessages)
  const { cancel } = useMessages(kitMessages)
  const form = useId()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const create = useMutation({
    mutationFn: () => ownClient.workspaces.create({ name: name.trim() }),
    onSuccess: ({ data }) => switchTo(data, '/workspace'),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') create.mutate()
  }
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={text.createTitle}
      description={text.createText}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          {/* Until the workspace is open. */}
          <Button type="submit" form={form} variant="primary" busy={create.isPending || create.isSuccess}>
            {text.createIt}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={text.name}
          hint={text.nameHint}
          error={isMissing ? text.nameRequired : fieldErrorsOf(create.error).name}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              maxLength={100}
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                setMissing(false)
              }}
            />
          )}
        </Field>
        <FormFailure error={create.error} fields={['name']} />
      </form>
    </Dialog>
  )
}
