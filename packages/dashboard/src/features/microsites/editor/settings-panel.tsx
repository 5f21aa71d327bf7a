// The settings of a microsite: its title and purpose, its URL, and whether it is hidden.
import type { Microsite } from '@linnet/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Field, Select, TextArea, TextInput } from '../../../components/field.tsx'
import { QrCode, Trash2 } from '../../../components/icons.ts'
import { kitMessages } from '../../../components/messages.ts'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, client } from '../../../lib/client.ts'
import { type Draft, useDraft } from '../../../lib/draft.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { undoToken, useUndoAction } from '../../history/undo.ts'
import { DeleteMicrosite } from '../delete-microsite.tsx'
import { micrositeKinds, micrositeMessages } from '../messages.ts'
import { nameInPaths } from '../queries.ts'
import { formSaveMessages } from './save-messages.ts'

interface SettingsPanelProps {
  microsite: Microsite
  onChanged(microsite: Microsite): void
}

export function SettingsPanel({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  return (
    <div className="grid gap-4">
      <Card title={text.settings}>
        <NamesForm microsite={microsite} onChanged={onChanged} />
        <KindField microsite={microsite} onChanged={onChanged} />
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
          <Link
            to="/qr"
            search={{ microsite: nameInPaths(microsite) } as never}
            className={buttonClasses('plain', 'small')}
          >
            <QrCode />
            {text.qr}
          </Link>
        </div>
        <p className="text-sm text-soft">{text.slugFixed}</p>
        <HideSwitch microsite={microsite} onChanged={onChanged} />
      </Card>
      <DeleteCard microsite={microsite} />
    </div>
  )
}

/** What the microsite is for. */
function KindField({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()

  async function choose(kind: string) {
    try {
      onChanged((await client.microsites.update({ slug: microsite.id, kind })).data)
    } catch (error) {
      showToast({ kind: 'bad', title: text.notSaved, description: messageOf(error, language) })
    }
  }

  const isKnown = micrositeKinds.some(([kind]) => kind === microsite.kind)
  return (
    <Field label={text.kind}>
      {(control) => (
        <Select {...control} value={microsite.kind} onChange={({ target }) => void choose(target.value)}>
          {isKnown ? null : <option value={microsite.kind}>{microsite.kind}</option>}
          {micrositeKinds.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {text[label]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function HideSwitch({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const [failure, setFailure] = useState('')

  async function hide(isHidden: boolean) {
    setFailure('')
    try {
      onChanged((await client.microsites.update({ slug: microsite.id, hide: isHidden })).data)
    } catch (error) {
      const isNotInPlan = error instanceof ApiError && error.code === 'plan_limit'
      setFailure(isNotInPlan ? text.hideGate : messageOf(error, language))
    }
  }

  return (
    <>
      <Switch
        label={text.hide}
        hint={text.hideHint}
        checked={microsite.hide}
        onChange={(isHidden) => void hide(isHidden)}
      />
      {failure ? <Notice kind="warn">{failure}</Notice> : null}
    </>
  )
}

function DeleteCard({ microsite }: { microsite: Microsite }) {
  const text = useMessages(micrositeMessages)
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Card>
        <Button
          variant="danger"
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
    </>
  )
}

const mostDescription = 160

/** Title and description. */
function NamesForm({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const { draft, save, busy, failure } = useNames({ microsite, onChanged })
  const { title, description } = draft.values
  const errors = fieldErrorsOf(failure)

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={text.title} hint={text.titleHint} error={errors.title}>
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
        error={errors.description}
        labelEnd={
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
      {failure && Object.keys(errors).length === 0 ? (
        <Notice kind="bad">{messageOf(failure, language)}</Notice>
      ) : null}
      <NamesButtons draft={draft} busy={busy} />
    </form>
  )
}

interface Names {
  title: string
  description: string
}

function useNames({ microsite, onChanged }: SettingsPanelProps) {
  const text = useMessages(micrositeMessages)
  const undoAction = useUndoAction()
  // Changes are kept if the user opens another section, or reloads.
  const draft = useDraft<Names>(`microsite ${nameInPaths(microsite)}`, {
    title: microsite.title,
    description: microsite.description,
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function save() {
    setBusy(true)
    setFailure(null)
    try {
      // Fields without changes are left out: they may have been changed in another tab.
      const undo = undoToken()
      onChanged((await client.microsites.update({ slug: microsite.id, ...draft.changes }, undo)).data)
      draft.discard()
      showToast({ title: text.saved, action: undoAction(undo.token) })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { draft, save, busy, failure }
}

function NamesButtons({ draft, busy }: { draft: Draft<Names>; busy: boolean }) {
  const { save } = useMessages(formSaveMessages)
  const { discard } = useMessages(kitMessages)
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={busy} disabled={!draft.isChanged}>
        {save}
      </Button>
      {draft.isChanged ? (
        <Button variant="quiet" onClick={draft.discard}>
          {discard}
        </Button>
      ) : null}
    </div>
  )
}
