// The field at the top of every page: a destination and Enter make a short link.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { classes } from '../components/classes.ts'
import { copyText } from '../components/copy-button.tsx'
import { controlClasses, Field, TextInput } from '../components/field.tsx'
import { Plus } from '../components/icons.ts'
import { kitMessages } from '../components/messages.ts'
import { showToast } from '../components/toast-queue.ts'
import { ApiError, client, newIdempotencyKey } from '../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../lib/failures.ts'
import { defineMessages, useLanguage, useMessages } from '../lib/language.ts'
import { queryClient } from '../lib/queries.ts'
import { refreshMe, useMe } from '../lib/session.ts'
import { completeUrl, pastedUrl } from './pasted-urls.ts'

const messages = defineMessages({
  en: {
    label: 'Destination URL',
    placeholder: 'Paste a long URL to shorten it',
    create: 'Shorten',
    made: (url: string) => `${url} is ready`,
    madeAndCopied: (url: string) => `${url} is ready, and copied`,
    edit: 'Edit',
    code: 'Your own short code',
    codeHint: 'Left empty, it gets a free one. Everything else is under Edit, once it is made.',
  },
  id: {
    label: 'URL tujuan',
    placeholder: 'Tempel URL panjang untuk memendekkannya',
    create: 'Pendekkan',
    made: (url: string) => `${url} siap`,
    madeAndCopied: (url: string) => `${url} siap dan sudah disalin`,
    edit: 'Ubah',
    code: 'Kode pendek pilihan Anda',
    codeHint: 'Jika kosong, dipilihkan kode yang masih bebas. Yang lain ada di Ubah, setelah tautan dibuat.',
  },
})

export function CreateField() {
  const text = useMessages(messages)
  const { copyFailed } = useMessages(kitMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const { short_origin } = useMe()
  const [destination, setDestination] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [codeFailure, setCodeFailure] = useState('')
  const [busy, setBusy] = useState(false)
  // The same destination sent again after a lost connection is the same link.
  const key = useRef<{ of: string; value: string } | null>(null)

  async function create(event: FormEvent) {
    event.preventDefault()
    const long_url = completeUrl(destination)
    if (long_url === '' || busy) return
    const wanted = { long_url, ...(code === '' ? {} : { custom_slug: code }) }
    const of = JSON.stringify(wanted)
    if (key.current?.of !== of) key.current = { of, value: newIdempotencyKey() }
    setBusy(true)
    setFailure('')
    setCodeFailure('')
    try {
      const { data: link } = await client.links.create(wanted, { idempotencyKey: key.current.value })
      key.current = null
      // The next one may have been typed meanwhile.
      setDestination((now) => (completeUrl(now) === long_url ? '' : now))
      setCode((now) => (now === code ? '' : now))
      // While the browser still knows that somebody pressed a key.
      void copyText(link.short_url, copyFailed).then((isCopied) =>
        showToast({
          title: (isCopied ? text.madeAndCopied : text.made)(link.short_url),
          description: long_url,
          action: {
            label: text.edit,
            onSelect: () => void navigate({ to: '/links', search: { link: link.id } }),
          },
        }),
      )
      refreshMe()
      await queryClient.invalidateQueries({ queryKey: ['links'] })
    } catch (error) {
      const { long_url: ofUrl, custom_slug: ofCode } = fieldErrorsOf(error)
      const isOfCode = ofCode || (error instanceof ApiError && error.code.startsWith('slug_'))
      if (isOfCode) setCodeFailure(ofCode ?? messageOf(error, language))
      else setFailure(ofUrl ?? messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void create(event)} className="group relative flex min-w-0 flex-1 gap-2">
      <input
        id="destination"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={text.label}
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure ? 'destination-failure' : undefined}
        placeholder={text.placeholder}
        value={destination}
        onChange={(event) => {
          setDestination(event.target.value)
          setFailure('')
        }}
        onPaste={(event) => {
          const address = destination === '' ? pastedUrl(event.clipboardData) : null
          if (!address) return
          event.preventDefault()
          setDestination(address)
        }}
        className={classes(controlClasses, 'min-w-0 flex-1')}
      />
      <div className="absolute inset-x-0 top-full max-sm:-inset-x-12 z-30 mt-1.5 grid gap-1.5">
        {failure ? (
          <p
            id="destination-failure"
            role="alert"
            className="rounded-control border border-bad/40 bg-raised px-3.5 py-2 text-sm text-bad shadow-overlay"
          >
            {failure}
          </p>
        ) : null}
        {destination.trim() === '' ? null : (
          // Before the button, so that Tab leads from the destination to the code.
          <div
            tabIndex={-1}
            className={classes(
              'rounded-control border border-line bg-raised px-3.5 py-3 shadow-overlay outline-none group-focus-within:block',
              codeFailure === '' && 'hidden',
            )}
          >
            <Field label={text.code} hint={text.codeHint} error={codeFailure}>
              {(control) => (
                <span className="flex items-center gap-1.5">
                  <span className="max-w-1/2 shrink-0 truncate text-sm text-soft" dir="ltr">
                    {new URL(short_origin).host}/
                  </span>
                  <TextInput
                    {...control}
                    dir="ltr"
                    maxLength={48}
                    autoCapitalize="none"
                    spellCheck={false}
                    value={code}
                    onChange={({ target }) => {
                      setCode(target.value.trim())
                      setCodeFailure('')
                    }}
                  />
                </span>
              )}
            </Field>
          </div>
        )}
      </div>
      <Button
        type="submit"
        look="primary"
        busy={busy}
        icon={<Plus />}
        aria-label={text.create}
        className="max-sm:w-10 max-sm:px-0"
      >
        <span className="max-sm:hidden">{text.create}</span>
      </Button>
    </form>
  )
}
