// The account's data: exporting it, and deleting the account.

import { messagesFor } from '@linnet/languages'
import { accountData } from '@linnet/languages/en/account/data'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { Download } from '../../components/icons.ts'
import { kitMessages } from '../../components/messages.ts'
import { Card } from '../../components/page.tsx'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { type Fetch, fetchAsPerson, ownClient } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { useMe } from '../../lib/session.ts'
import { downloadExport } from './export.ts'
import { useSharedMessages } from './messages.ts'
import { SecurityDialog } from './security/security-dialog.tsx'

const messages = messagesFor('accountData', accountData)

export function DataSection() {
  const text = useMessages(messages)
  return (
    <>
      <ExportCard
        title={text.exportTitle}
        description={text.exportText}
        holds={text.holds}
        action={text.download}
        fetch={fetchAsPerson}
      />
      <DeleteCard />
    </>
  )
}

interface ExportCardProps {
  title: string
  description: string
  /** What is in the file, separated by `|`. */
  holds: string
  action: string
  /** Asks in the workspace whose data it is. */
  fetch: Fetch
}

export function ExportCard({ title, description, holds, action, fetch }: ExportCardProps) {
  const text = useMessages(messages)
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const formats = useFormats()
  const [received, setReceived] = useState<number>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function download() {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setReceived(0)
    try {
      const bytes = await downloadExport({ fetch, signal: controller.signal, onProgress: setReceived })
      showToast({ title: text.done(formats.bytes(bytes)) })
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
    } finally {
      setReceived(undefined)
    }
  }

  const isRunning = received !== undefined
  return (
    <Card title={title} description={description}>
      <ul className="grid list-disc gap-x-8 gap-y-1 pl-5 text-sm sm:grid-cols-2">
        {holds.split('|').map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      <p className="text-sm text-soft">{text.format}</p>
      {error ? <Notice kind="bad">{messageOf(error, language)}</Notice> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={isRunning} icon={<Download />} onClick={() => void download()}>
          {action}
        </Button>
        {isRunning ? (
          <>
            <span role="status" className="text-sm text-soft tabular-nums">
              {text.received(formats.bytes(received))}
            </span>
            <Button variant="quiet" onClick={() => running.current?.abort()}>
              {cancel}
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  )
}

function DeleteCard() {
  const text = useMessages(messages)
  const { delete: shared } = useSharedMessages()
  const formats = useFormats()
  const { user, quota, password: hasPassword } = useMe()
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  async function erase(password: string) {
    await ownClient.accounts.deleteUser(hasPassword ? { password } : {})
    queryClient.clear()
    location.assign('/account/deleted')
  }
  return (
    <Card title={text.deleteTitle} description={text.deleteText} className="border-bad/40">
      <p className="text-sm">{shared.text}</p>
      <p className="text-sm text-soft">
        {user.workspace.personal
          ? `${text.loses(formats.number(quota.links.used), formats.number(quota.microsites.used))} ${text.first}`
          : text.first}
      </p>
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        {text.deleteTitle}
      </Button>
      <SecurityDialog
        open={open}
        onClose={() => {
          setOpen(false)
          setEmail('')
        }}
        title={shared.title}
        text={shared.text}
        action={shared.submit}
        danger
        asksPassword={hasPassword}
        isReady={email.trim().toLowerCase() === user.email.toLowerCase()}
        onConfirm={erase}
      >
        <Field label={text.typeEmail(user.email)}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoCapitalize="none"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
      </SecurityDialog>
    </Card>
  )
}
