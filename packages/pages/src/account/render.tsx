// Renders an account page as a complete HTML document.
import type { Language } from '@linnet/languages'
import type { AccountMessages } from '../messages.ts'
import { accountMessagesIn } from '../messages.ts'
import type { AccountFrame, AccountPage } from './account-page.ts'
import { renderInFrame, type Section } from './frame.tsx'
import { Activity, Apps, Sessions } from './lists.tsx'
import { Delete, Overview } from './overview.tsx'
import { AddPasskey, PasskeyForms } from './passkey-forms.tsx'
import { addPasskeyScript, confirmPasskeyScript } from './passkey-script.ts'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { Security } from './security.tsx'
import { Enrolment, NewCodes, NewPassword, RecoveryCodesForm, SecondFactorForm } from './security-forms.tsx'

/** The script that a page runs; its policy must allow it (`formPagePolicy`). */
export function scriptOfAccountPage(page: AccountPage): string | undefined {
  if (page.kind === 'confirm') return page.hasPasskeys ? confirmPasskeyScript : undefined
  return page.kind === 'add-passkey' ? addPasskeyScript : undefined
}

/** A complete HTML document. */
export function renderAccountPage(page: AccountPage, frame: AccountFrame, language: Language): string {
  const messages = accountMessagesIn(language)
  const document = {
    title: titleOf(page, messages),
    section: sectionOf(page),
    script: scriptOfAccountPage(page),
  }
  const children = contentOf(page, frame, messages, language)
  return renderInFrame({ ...document, children }, frame, messages, language)
}

function contentOf(
  page: AccountPage,
  { email, now }: AccountFrame,
  messages: AccountMessages,
  language: Language,
) {
  switch (page.kind) {
    case 'overview':
      return <Overview messages={messages} language={language} page={page} />
    case 'security':
      return <Security messages={messages} language={language} now={now} page={page} />
    case 'confirm':
      return <ReauthenticationForm messages={messages} email={email} page={page} />
    case 'password':
      return <NewPassword messages={messages} email={email} page={page} />
    case 'second-factor':
      return <SecondFactorForm messages={messages} page={page} />
    case 'enrolment':
      return <Enrolment messages={messages} page={page} />
    case 'recovery-codes':
      return <RecoveryCodesForm messages={messages} page={page} />
    case 'new-codes':
      return <NewCodes messages={messages} page={page} />
    case 'add-passkey':
      return <AddPasskey messages={messages} />
    case 'passkey':
      return <PasskeyForms messages={messages} page={page} />
    case 'sessions':
      return <Sessions messages={messages} language={language} now={now} page={page} />
    case 'apps':
      return <Apps messages={messages} language={language} now={now} page={page} />
    case 'activity':
      return <Activity messages={messages} language={language} page={page} />
    case 'delete':
      return <Delete messages={messages} page={page} />
  }
}

function titleOf(page: AccountPage, messages: AccountMessages): string {
  const titles: Record<AccountPage['kind'], string> = {
    overview: messages.sections.overview,
    security: messages.sections.security,
    confirm: messages.confirm.title,
    password: messages.newPassword.title,
    'second-factor':
      page.kind === 'second-factor' && page.on ? messages.turnOff.title : messages.turnOn.title,
    enrolment: messages.enrolment.title,
    'recovery-codes': messages.recoveryCodes.title,
    'new-codes': messages.newCodes.title,
    'add-passkey': messages.addPasskey.title,
    passkey: messages.security.passkeys,
    sessions: messages.sessions.title,
    apps: messages.apps.title,
    activity: messages.activity.title,
    delete: messages.delete.title,
  }
  return titles[page.kind]
}

function sectionOf({ kind }: AccountPage): Section {
  switch (kind) {
    case 'overview':
    case 'delete':
      return 'overview'
    case 'sessions':
    case 'apps':
    case 'activity':
      return kind
    default:
      return 'security'
  }
}
