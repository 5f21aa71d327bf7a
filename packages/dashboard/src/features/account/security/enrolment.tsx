// Turning on two-factor authentication: the key as a QR code and as text, and the app's first code.
import encodeQR from 'qr'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { ownClient } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useSharedMessages } from '../messages.ts'
import { securityMessages } from './security-messages.ts'

interface EnrolmentProps {
  secret: string
  uri: string
  onDone(recoveryCodes: string[]): void
  /** Starts over, because the key has expired. */
  onAgain(): void
  onClose(): void
}

export function Enrolment({ secret, uri, onDone, onAgain, onClose }: EnrolmentProps) {
  const { enrolment: shared, wrong } = useSharedMessages()
  const text = useMessages(securityMessages)
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const [code, setCode] = useState('')
  const { busy, error, confirm } = useConfirmation(onDone)
  const isWrong = fieldErrorsOf(error).code !== undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    void confirm(code)
  }
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-7">
      <QrPicture text={uri} label={text.picture} />
      <form onSubmit={submit} className="grid content-start gap-4">
        <p className="text-sm">{shared.text}</p>
        <SecretKey secret={secret} uri={uri} />
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
          <Button type="submit" variant="primary" busy={busy}>
            {shared.submit}
          </Button>
          <Button onClick={onAgain}>{shared.again}</Button>
          <Button variant="quiet" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </form>
    </div>
  )
}

function useConfirmation(onDone: (recoveryCodes: string[]) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function confirm(code: string) {
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await ownClient.authenticators.confirmSecondFactor({ code })
      onDone(data.recovery_codes)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, confirm }
}

/** For apps that can't scan the QR code. */
function SecretKey({ secret, uri }: { secret: string; uri: string }) {
  const { enrolment: shared } = useSharedMessages()
  const text = useMessages(securityMessages)
  return (
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
  )
}

// The empty modules around a code (ISO/IEC 18004, section 6.3.8).
const quietModules = 4

/** Dark on white in every theme, because not every app reads inverted codes. */
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
