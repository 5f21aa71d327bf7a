// What a page is called and for what, whether visitors find it, and where it is.
import type { Microsite } from '@linnet/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Field, Select, Switch, TextArea, TextInput } from '../../../components/field.tsx'
import { QrCode, Trash2 } from '../../../components/icons.ts'
import { kitMessages } from '../../../components/messages.ts'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client } from '../../../lib/client.ts'
import { useDraft } from '../../../lib/draft.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { DeleteMicrosite } from '../delete-microsite.tsx'
import { micrositeKinds, micrositeMessages } from '../messages.ts'
import { formSaveMessages } from './save-messages.ts'

interface SettingsPanelProps {
  microsite: Microsite
  onChanged(microsite: Microsite): void
}

export function SettingsPanel({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [gate, setGate] = useState('')
  const { slug } = microsite

  async function hide(wanted: boolean) {
    setGate('')
    try {
      onChanged((await client.microsites.update({ slug, hide: wanted })).data)
    } catch (error) {
      const isGate = error instanceof ApiError && error.code === 'plan_limit'
      setGate(isGate ? text.hideGate : messageOf(error, language))
    }
  }

  async function choose(kind: string) {
    try {
      onChanged((await client.microsites.update({ slug, kind })).data)
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    }
  }

  const isListed = micrositeKinds.some(([kind]) => kind === microsite.kind)
  return (
    <div className="grid gap-4">
      <Card title={text.settings}>
        <Names microsite={microsite} onChanged={onChanged} />
        <Field label={text.kind}>
          {(control) => (
            <Select {...control} value={microsite.kind} onChange={({ target }) => void choose(target.value)}>
              {isListed ? null : <option value={microsite.kind}>{microsite.kind}</option>}
              {micrositeKinds.map(([kind, word]) => (
                <option key={kind} value={kind}>
                  {text[word]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Card>
      <Card title={text.share}>
        <div className="flex flex-wrap items-center gap-2">
          <a
            href={microsite.url}
            target="_blank"
            rel="noopener"
            className="min-w-0 truncate font-medium text-accent underline"
          >
            {microsite.url.replace(/^https?:\/\//, '')}
          </a>
          <CopyButton text={microsite.url} label={text.copyAddress} />
          <Link to="/qr" search={{ microsite: slug } as never} className={buttonClasses('plain', 'small')}>
            <QrCode />
            {text.qr}
          </Link>
        </div>
        <p className="text-sm text-soft">{text.slugFixed}</p>
        <Switch
          label={text.hide}
          hint={text.hideHint}
          checked={microsite.hide}
          onChange={(wanted) => void hide(wanted)}
        />
        {gate ? <Notice kind="warn">{gate}</Notice> : null}
      </Card>
      <Card>
        <Button
          look="danger"
          icon={<Trash2 />}
          className="justify-self-start"
          onClick={() => setDeleting(true)}
        >
          {text.remove}
        </Button>
      </Card>
      <DeleteMicrosite
        microsite={isDeleting ? microsite : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/microsites' })}
      />
    </div>
  )
}

const mostDescription = 160

function Names({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const save = useMessages(formSaveMessages)
  const { discard } = useMessages(kitMessages)
  const language = useLanguage()
  // Whoever looks at another section, or reloads, comes back to what was typed.
  const draft = useDraft(`microsite ${microsite.slug}`, {
    title: microsite.title,
    description: microsite.description,
  })
  const { title, description } = draft.values
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const faults = fieldErrorsOf(failure)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      // What is not typed here stays as it is, also where it was changed in another tab.
      onChanged((await client.microsites.update({ slug: microsite.slug, ...draft.changes })).data)
      draft.discard()
      showToast({ title: text.saved })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label={text.title} hint={text.titleHint} error={faults.title}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={48}
            value={title}
            onChange={({ target }) => draft.set('title', target.value)}
          />
        )}
      </Field>
      <Field
        label={text.description}
        hint={text.descriptionHint}
        error={faults.description}
        aside={
          <span className="text-xs text-soft tabular-nums">
            {description.length} / {mostDescription}
          </span>
        }
      >
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            maxLength={mostDescription}
            value={description}
            onChange={({ target }) => draft.set('description', target.value)}
          />
        )}
      </Field>
      {failure && Object.keys(faults).length === 0 ? (
        <Notice kind="bad">{messageOf(failure, language)}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={!draft.isChanged}>
          {save.save}
        </Button>
        {draft.isChanged ? (
          <Button look="quiet" onClick={draft.discard}>
            {discard}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
