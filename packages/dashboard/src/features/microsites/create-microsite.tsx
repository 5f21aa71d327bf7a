// Makes a microsite: its address with whether it is free, its name, what it is for and how it looks.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Select, Switch, TextInput } from '../../components/field.tsx'
import { Check, X } from '../../components/icons.ts'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { ApiError, client, newIdempotencyKey } from '../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe, useMe } from '../../lib/session.ts'
import { ThemePicker } from './editor/theme-picker.tsx'
import { micrositeKinds, micrositeMessages } from './messages.ts'
import { refreshMicrosites } from './queries.ts'

/** A title as it could be an address: `Ana & Co` becomes `ana-co`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48)

const pauseMilliseconds = 300

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface CreateMicrositeProps {
  open: boolean
  onClose(): void
}

export function CreateMicrosite({ open, onClose }: CreateMicrositeProps) {
  const text = useMessages(micrositeMessages)
  return (
    <Dialog open={open} onClose={onClose} title={text.create} place="side" stays>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: { onClose(): void }) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const { short_origin } = useMe()
  const [title, setTitle] = useState('')
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  const [kind, setKind] = useState('personal_branding')
  const [theme, setTheme] = useState('default')
  const [draft, setDraft] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = useRef(newIdempotencyKey())
  const slug = typedSlug ?? slugOf(title)
  const faults = fieldErrorsOf(failure)
  const isSlugFault = failure instanceof ApiError && /^slug_/.test(failure.code)
  const isTold = isSlugFault || Object.keys(faults).length > 0
  const themeId = useId()

  async function create(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const { data: made } = await client.microsites.create(
        { slug, title, kind, theme, draft },
        { idempotencyKey: key.current },
      )
      showToast({ title: text.made(made.title) })
      onClose()
      refreshMe()
      void refreshMicrosites()
      await navigate({ to: '/microsites/$slug', params: { slug: made.slug } })
    } catch (error) {
      // The next try is another request wherever this one was judged.
      if (error instanceof ApiError) key.current = newIdempotencyKey()
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void create(event)} className="grid gap-5">
      <Field label={text.title} hint={text.titleHint} error={faults.title}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            required
            maxLength={48}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field
        label={text.slug}
        hint={text.slugHint}
        error={faults.slug ?? (isSlugFault ? messageOf(failure, language) : undefined)}
        aside={<Availability slug={slug} />}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <span className="max-w-[45%] truncate text-sm text-soft">
              {short_origin.replace(/^https?:\/\//, '')}/
            </span>
            <TextInput
              {...control}
              required
              spellCheck={false}
              autoCapitalize="none"
              value={slug}
              onChange={({ target }) => setTypedSlug(target.value.trim())}
              className="min-w-0 flex-1"
            />
          </div>
        )}
      </Field>
      <Field label={text.kind}>
        {(control) => (
          <Select {...control} value={kind} onChange={({ target }) => setKind(target.value)}>
            {micrositeKinds.map(([name, word]) => (
              <option key={name} value={name}>
                {text[word]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-2">
        <h3 id={themeId} className="text-sm font-medium">
          {text.theme}
        </h3>
        <ThemePicker label={text.theme} value={theme} onChange={setTheme} />
      </div>
      <Switch label={text.asDraft} hint={text.asDraftHint} checked={draft} onChange={setDraft} />
      {failure && !isTold ? <Notice kind="bad">{messageOf(failure, language)}</Notice> : null}
      <Button type="submit" look="primary" busy={busy}>
        {text.make}
      </Button>
    </form>
  )
}

/** Whether an address is free, as one types it. */
function Availability({ slug }: { slug: string }) {
  const text = useMessages(micrositeMessages)
  const asked = useSettled(slug)
  const { data } = useQuery({
    queryKey: ['microsites', { available: asked }],
    queryFn: async ({ signal }) =>
      (await client.microsites.available({ slug: asked }, { signal })).data.available,
    enabled: asked !== '',
    retry: false,
  })
  const isKnown = asked === slug && slug !== '' && data !== undefined
  return (
    <span role="status" className="flex items-center gap-1 text-sm">
      {isKnown ? (
        data ? (
          <>
            <Check className="size-4 text-good" />
            <span className="text-good">{text.slugFree(slug)}</span>
          </>
        ) : (
          <>
            <X className="size-4 text-bad" />
            <span className="text-bad">{text.slugTaken(slug)}</span>
          </>
        )
      ) : null}
    </span>
  )
}
