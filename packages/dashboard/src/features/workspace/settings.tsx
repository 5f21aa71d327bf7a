// The workspace itself: renaming it, exporting its data, leaving it and deleting it.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { FormFailure } from '../../components/form-failure.tsx'
import { Card } from '../../components/page.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { ApiError, client, fetchInSession } from '../../lib/client.ts'
import { fieldErrorsOf } from '../../lib/failures.ts'
import { useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { refreshMe, useMe } from '../../lib/session.ts'
import { leaveForOwn } from '../../lib/workspace/change.ts'
import { workspacesQuery } from '../../lib/workspace/list.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { ExportCard } from '../account/data.tsx'
import { SecurityDialog } from '../account/security/security-dialog.tsx'
import { Alone } from './alone.tsx'
import { settingsMessages } from './messages.ts'

export function SettingsSection() {
  const text = useMessages(settingsMessages)
  const { workspace } = useMe().user
  const mayRename = useMay('workspaces.update')
  const mayExport = useMay('audit.list')
  const mayDelete = useMay('workspaces.remove')
  if (workspace.personal) return <Alone />
  return (
    <>
      {mayRename ? <NameCard /> : null}
      {mayExport ? (
        <ExportCard
          title={text.exportTitle}
          description={text.exportText}
          holds={text.exportHolds}
          action={text.download}
          fetch={fetchInSession}
        />
      ) : null}
      <LeaveCard />
      {mayDelete ? <DeleteCard /> : null}
    </>
  )
}

function NameCard() {
  const text = useMessages(settingsMessages)
  const { workspace } = useMe().user
  // Undefined until something is typed.
  const [typed, setTyped] = useState<string>()
  const name = typed ?? workspace.name
  const rename = useMutation({
    mutationFn: () => client.workspaces.update({ name: name.trim() }),
    onSuccess() {
      setTyped(undefined)
      refreshMe()
      void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
      showToast({ title: text.renamed })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <Card title={text.nameTitle}>
      <form noValidate onSubmit={submit} className="grid max-w-lg gap-4">
        <Field label={text.name} error={fieldErrorsOf(rename.error).name}>
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              maxLength={100}
              value={name}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <FormFailure error={rename.error} fields={['name']} />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          busy={rename.isPending}
          disabled={name.trim() === '' || name.trim() === workspace.name}
        >
          {text.save}
        </Button>
      </form>
    </Card>
  )
}

function LeaveCard() {
  const text = useMessages(settingsMessages)
  const { workspace } = useMe().user
  const [isConfirming, setConfirming] = useState(false)
  async function leave() {
    await client.workspaces.leave()
    leaveForOwn('left', workspace.name)
  }
  const isLastOwner = (failure: unknown) =>
    workspace.role === 'owner' && failure instanceof ApiError && failure.code === 'forbidden'
  return (
    <Card title={text.leaveTitle}>
      <p className="text-sm">{text.leaveText}</p>
      {workspace.role === 'owner' ? <p className="text-sm text-soft">{text.leaveOwner}</p> : null}
      <Button variant="danger" className="justify-self-start" onClick={() => setConfirming(true)}>
        {text.leave}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.leaveAsk(workspace.name)}
        action={text.leave}
        danger
        onConfirm={leave}
        failureText={(failure) => (isLastOwner(failure) ? text.leaveOwner : undefined)}
      >
        <p>{text.leaveText}</p>
      </Confirm>
    </Card>
  )
}

function DeleteCard() {
  const text = useMessages(settingsMessages)
  const { workspace } = useMe().user
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  async function remove() {
    await client.workspaces.remove({ name: workspace.name })
    leaveForOwn('deleted', workspace.name)
  }
  return (
    <Card title={text.deleteTitle} description={text.deleteText} className="border-bad/40">
      <p className="text-sm">{text.deleteLoses}</p>
      <p className="text-sm text-soft">{text.deleteFirst}</p>
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        {text.delete}
      </Button>
      <SecurityDialog
        open={open}
        onClose={() => {
          setOpen(false)
          setTyped('')
        }}
        title={text.deleteAsk(workspace.name)}
        text={text.deleteLoses}
        action={text.delete}
        danger
        isReady={typed.trim() === workspace.name}
        onConfirm={remove}
      >
        <Field label={text.typeName(workspace.name)}>
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              autoCapitalize="none"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </SecurityDialog>
    </Card>
  )
}
