// The user's profile: name and e-mail, and how the dashboard looks in this browser.
import { type Language, languages, languageTags, messagesFor } from '@linnet/languages'
import { profile } from '@linnet/languages/en/account/profile'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { Card } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { ownClient } from '../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { chooseLanguage, useLanguage, useMessages } from '../../lib/language.ts'
import { chooseKeys, chooseTheme, type Theme, useKeysOn, useTheme } from '../../lib/preferences.ts'
import { refreshMe, useMe } from '../../lib/session.ts'
import { accountMessages, useSharedMessages } from './messages.ts'

const messages = messagesFor('profile', profile)

export function ProfileSection() {
  const { withoutScript } = useMessages(accountMessages)
  return (
    <>
      <Person />
      <Appearance />
      <p className="text-sm">
        <a href="/account" className="text-accent underline">
          {withoutScript}
        </a>
      </p>
    </>
  )
}

function Appearance() {
  const text = useMessages(messages)
  const language = useLanguage()
  const theme = useTheme()
  const keysOn = useKeysOn()
  return (
    <Card title={text.appearance} description={text.here}>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Choice label={text.language}>
          <Segments<Language>
            label={text.language}
            value={language}
            onChange={(tag) => void chooseLanguage(tag)}
            options={languageTags.map((tag) => ({ value: tag, label: languages[tag].name, lang: tag }))}
          />
        </Choice>
        <Choice label={text.theme}>
          <Segments<Theme>
            label={text.theme}
            value={theme}
            onChange={chooseTheme}
            options={[
              { value: 'system', label: text.system },
              { value: 'light', label: text.light },
              { value: 'dark', label: text.dark },
            ]}
          />
        </Choice>
        <Choice label={text.keys} hint={text.keysHint}>
          <Segments<'on' | 'off'>
            label={text.keys}
            value={keysOn ? 'on' : 'off'}
            onChange={(chosen) => chooseKeys(chosen === 'on')}
            options={[
              { value: 'on', label: text.keysOn },
              { value: 'off', label: text.keysOff },
            ]}
          />
        </Choice>
      </div>
    </Card>
  )
}

interface ChoiceProps {
  label: string
  hint?: string
  children: React.ReactNode
}

function Choice({ label, hint, children }: ChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {label}
      </span>
      {children}
      {hint ? <p className="text-sm text-soft">{hint}</p> : null}
    </div>
  )
}

function Person() {
  return (
    <Card>
      <PersonHeader />
      <NameForm />
    </Card>
  )
}

function PersonHeader() {
  const text = useMessages(messages)
  const language = useLanguage()
  const formats = useFormats()
  const { user } = useMe()
  return (
    <div className="flex items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-14 shrink-0 place-items-center rounded-full bg-tint text-2xl font-semibold text-accent"
      >
        {(user.name || user.email).trim().charAt(0).toLocaleUpperCase(language)}
      </span>
      <div className="min-w-0">
        <h2 className="truncate text-base font-semibold" dir="auto">
          {user.name || user.email}
        </h2>
        <p className="truncate text-sm text-soft">{text.since(formats.day(user.created_at))}</p>
      </div>
    </div>
  )
}

function NameForm() {
  const shared = useSharedMessages()
  const { save, reset } = useMessages(accountMessages)
  const language = useLanguage()
  const { user } = useMe()
  // Undefined until something is typed.
  const [typed, setTyped] = useState<string>()
  const name = typed ?? user.name
  const change = useMutation({
    mutationFn: () => ownClient.accounts.updateUser({ name }),
    onSuccess() {
      setTyped(undefined)
      refreshMe()
      showToast({ title: shared.success.name })
    },
  })
  const error = fieldErrorsOf(change.error).name
  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate()
  }
  function resetName() {
    setTyped(undefined)
    change.reset()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={shared.overview.name} hint={shared.overview.nameHint} error={error}>
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              autoComplete="name"
              maxLength={100}
              value={name}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <EmailField />
      </div>
      {change.error && !error ? <Notice kind="bad">{messageOf(change.error, language)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={change.isPending} disabled={name.trim() === user.name}>
          {save}
        </Button>
        {name === user.name ? null : (
          <Button variant="quiet" onClick={resetName}>
            {reset}
          </Button>
        )}
      </div>
    </form>
  )
}

function EmailField() {
  const text = useMessages(messages)
  const shared = useSharedMessages()
  const { user } = useMe()
  return (
    <Field label={shared.overview.email} hint={text.emailHint}>
      {(control) => <TextInput {...control} type="email" readOnly value={user.email} className="bg-sunken" />}
    </Field>
  )
}
