// Turning one-time codes on: the key as a picture and in letters, and the first code of the app.
import encodeQR from 'qr'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useSharedMessages } from '../messages.ts'
import { securityMessages } from './security-messages.ts'

interface EnrolmentProps {
  secret: string
  uri: string
  onDone(recoveryCodes: string[]): void
  /** The key has waited too long. */
  onAgain(): void
  onClose(): void
}

export function Enrolment({ secret, uri, onDone, onAgain, onClose }: EnrolmentProps) {
  const { enrolment: shared, wrong } = useSharedMessages()
  const text = useMessages(securityMessages)
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await client.authenticators.confirmSecondFactor({ code })
      onDone(data.recovery_codes)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const isWrong = fieldErrorsOf(error).code !== undefined
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-7">
      <QrPicture text={uri} label={text.picture} />
      <form onSubmit={(event) => void submit(event)} className="grid content-start gap-4">
        <p className="text-sm">{shared.text}</p>
        <div className="text-sm">
          <p className="text-soft">{shared.typed}</p>
          <p className="flex items-center gap-1">
            <code className="font-mono" translate="no">
              {(secret.match(/.{1,4}/g) ?? []).join(' ')}
            </code>
            <CopyButton text={secret} label={text.copyKey} />
          </p>
          <a href={uri} className="text-accent underline">
            {text.openApp}
          </a>
        </div>
        <Field label={shared.code} hint={shared.hint} error={isWrong ? wrong.code : undefined}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={10}
              required
              autoFocus
              className="max-w-40 font-mono tracking-widest"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        {error && !isWrong ? <Notice kind="bad">{messageOf(error, language)}</Notice> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            {shared.submit}
          </Button>
          <Button onClick={onAgain}>{shared.again}</Button>
          <Button look="quiet" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </form>
    </div>
  )
}

// ISO/IEC 18004, section 6.3.8: so many empty modules around the code.
const quietModules = 4

/** Dark on white whatever the look, for not every app reads it the other way round. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: quietModules })
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className="w-52 rounded-card bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
