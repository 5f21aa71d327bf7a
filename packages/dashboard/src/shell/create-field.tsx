// The field at the top of every page: typing a destination and pressing Enter creates a short link.

import type { Link } from '@linnet/contract'
import { messagesFor } from '@linnet/languages'
import { createField } from '@linnet/languages/en/shell/create-field'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { copyText } from '../components/copy-button.tsx'
import { controlClasses, Field } from '../components/field.tsx'
import { Plus } from '../components/icons.ts'
import { kitMessages } from '../components/messages.ts'
import { SlugInput } from '../components/slug-input.tsx'
import { showToast } from '../components/toast-queue.ts'
import { undoToken, useUndoAction } from '../features/history/undo.ts'
import { ApiError, client, newIdempotencyKey } from '../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { queryClient } from '../lib/queries.ts'
import { refreshMe, useMe } from '../lib/session.ts'
import { completeUrl, pastedUrl } from './pasted-urls.ts'

const messages = messagesFor('createField', createField)

export function CreateField() {
  const text = useMessages(messages)
  const [destination, setDestination] = useState('')
  const [slug, setSlug] = useState('')
  const { create, busy, failure, slugFailure, clearFailure, clearSlugFailure } = useLinkCreation({
    // The next link may have been typed meanwhile.
    onCreated: (link) => {
      setDestination((current) => (completeUrl(current) === link.long_url ? '' : current))
      setSlug((current) => (current === (link.custom_slug ?? '') ? '' : current))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const long_url = completeUrl(destination)
    if (long_url === '' || busy) return
    void create({ long_url, ...(slug === '' ? {} : { custom_slug: slug }) })
  }

  return (
    <form onSubmit={submit} className="group relative flex min-w-0 flex-1 gap-2">
      <DestinationInput
        value={destination}
        hasFailed={failure !== ''}
        onChange={setDestination}
        onTyped={clearFailure}
      />
      <div className="absolute inset-x-0 top-full max-sm:-inset-x-12 z-30 mt-1.5 grid gap-1.5">
        {failure ? <FailureMessage>{failure}</FailureMessage> : null}
        {destination.trim() === '' ? null : (
          // Before the button, so that Tab moves from the destination to the short code.
          <SlugPanel
            slug={slug}
            failure={slugFailure}
            onChange={(typed) => {
              setSlug(typed)
              clearSlugFailure()
            }}
          />
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
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

function FailureMessage({ children }: { children: string }) {
  return (
    <p
      id="destination-failure"
      role="alert"
      className="rounded-control border border-bad/40 bg-raised px-3.5 py-2 text-sm text-bad shadow-overlay"
    >
      {children}
    </p>
  )
}

interface NewLink {
  long_url: string
  custom_slug?: string
}

/** Creates links, copies them, and says so or why that failed. */
function useLinkCreation({ onCreated }: { onCreated(link: NewLink): void }) {
  const language = useLanguage()
  const copyAndNotify = useCopyAndNotify()
  const [failure, setFailure] = useState('')
  const [slugFailure, setSlugFailure] = useState('')
  const [busy, setBusy] = useState(false)
  // Sent again after a lost connection, the same link is created once.
  const key = useRef<{ request: string; value: string } | null>(null)

  async function create(link: NewLink) {
    const request = JSON.stringify(link)
    if (key.current?.request !== request) key.current = { request, value: newIdempotencyKey() }
    setBusy(true)
    setFailure('')
    setSlugFailure('')
    try {
      const undo = undoToken()
      const options = { ...undo, idempotencyKey: key.current.value }
      const { data: created } = await client.links.create(link, options)
      key.current = null
      onCreated(link)
      copyAndNotify(created, link.long_url, undo.token)
      refreshMe()
      await queryClient.invalidateQueries({ queryKey: ['links'] })
    } catch (error) {
      const { long_url: urlError, custom_slug: slugError } = fieldErrorsOf(error)
      const isAboutSlug = slugError || (error instanceof ApiError && error.code.startsWith('slug_'))
      if (isAboutSlug) setSlugFailure(slugError ?? messageOf(error, language))
      else setFailure(urlError ?? messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return {
    create,
    busy,
    failure,
    slugFailure,
    clearFailure: () => setFailure(''),
    clearSlugFailure: () => setSlugFailure(''),
  }
}

function useCopyAndNotify() {
  const text = useMessages(messages)
  const { copyFailed } = useMessages(kitMessages)
  const navigate = useNavigate()
  const undoAction = useUndoAction()
  return ({ id, short_url }: Link, description: string, token: string | undefined) =>
    // Browsers allow copying only shortly after a key was pressed.
    void copyText(short_url, copyFailed).then((isCopied) =>
      showToast({
        title: (isCopied ? text.madeAndCopied : text.made)(short_url),
        description,
        action: {
          label: text.edit,
          onSelect: () => void navigate({ to: '/links', search: { link: id } }),
        },
        secondAction: undoAction(token),
      }),
    )
}

interface DestinationInputProps {
  value: string
  hasFailed: boolean
  onChange(value: string): void
  /** Called for typing, not for a pasted link. */
  onTyped(): void
}

function DestinationInput({ value, hasFailed, onChange, onTyped }: DestinationInputProps) {
  const text = useMessages(messages)
  return (
    <input
      id="destination"
      type="text"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-label={text.label}
      aria-invalid={hasFailed ? true : undefined}
      aria-describedby={hasFailed ? 'destination-failure' : undefined}
      placeholder={text.placeholder}
      value={value}
      onChange={(event) => {
        onChange(event.target.value)
        onTyped()
      }}
      onPaste={(event) => {
        const url = value === '' ? pastedUrl(event.clipboardData) : null
        if (!url) return
        event.preventDefault()
        onChange(url)
      }}
      className={clsx(controlClasses, 'min-w-0 flex-1')}
    />
  )
}

interface SlugPanelProps {
  slug: string
  failure: string
  onChange(slug: string): void
}

/** The field for a custom short code, shown while the form has the focus or the code was refused. */
function SlugPanel({ slug, failure, onChange }: SlugPanelProps) {
  const text = useMessages(messages)
  const { short_origin } = useMe()
  return (
    <div
      tabIndex={-1}
      className={clsx(
        'rounded-control border border-line bg-raised px-3.5 py-3 shadow-overlay outline-none group-focus-within:block',
        failure === '' && 'hidden',
      )}
    >
      <Field label={text.code} hint={text.codeHint} error={failure}>
        {(control) => (
          <SlugInput control={control} host={new URL(short_origin).host} slug={slug} onChange={onChange} />
        )}
      </Field>
    </div>
  )
}
