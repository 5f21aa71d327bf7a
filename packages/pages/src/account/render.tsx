// Turns a page for who is signed in into a whole HTML document.
import type { Language } from '../language.ts'
import type { AccountFrame, AccountPage } from './account-page.ts'
import { renderInFrame, type Section } from './frame.tsx'
import { Activity, Apps, Sessions } from './lists.tsx'
import { Delete, Overview } from './overview.tsx'
import { AddPasskey, PasskeyForms } from './passkey-forms.tsx'
import { addPasskeyScript, confirmPasskeyScript } from './passkey-script.ts'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { Security } from './security.tsx'
import { Enrolment, NewCodes, NewPassword, RecoveryCodesForm, SecondFactorForm } from './security-forms.tsx'
import { type AccountWords, accountWordsIn } from './words.ts'

/** The script that a page runs; its policy must allow it (`formPagePolicy`). */
export function scriptOfAccountPage(page: AccountPage): string | undefined {
  if (page.kind === 'confirm') return page.hasPasskeys ? confirmPasskeyScript : undefined
  return page.kind === 'add-passkey' ? addPasskeyScript : undefined
}

/** A complete HTML document. */
export function renderAccountPage(page: AccountPage, frame: AccountFrame, language: Language): string {
  const words = accountWordsIn(language)
  const document = {
    title: titleOf(page, words),
    section: sectionOf(page),
    script: scriptOfAccountPage(page),
  }
  const children = contentOf(page, frame, words, language)
  return renderInFrame({ ...document, children }, frame, words, language)
}

function contentOf(page: AccountPage, { email, now }: AccountFrame, words: AccountWords, language: Language) {
  switch (page.kind) {
    case 'overview':
      return <Overview words={words} language={language} page={page} />
    case 'security':
      return <Security words={words} language={language} now={now} page={page} />
    case 'confirm':
      return <ReauthenticationForm words={words} email={email} page={page} />
    case 'password':
      return <NewPassword words={words} email={email} page={page} />
    case 'second-factor':
      return <SecondFactorForm words={words} page={page} />
    case 'enrolment':
      return <Enrolment words={words} page={page} />
    case 'recovery-codes':
      return <RecoveryCodesForm words={words} page={page} />
    case 'new-codes':
      return <NewCodes words={words} page={page} />
    case 'add-passkey':
      return <AddPasskey words={words} />
    case 'passkey':
      return <PasskeyForms words={words} page={page} />
    case 'sessions':
      return <Sessions words={words} language={language} now={now} page={page} />
    case 'apps':
      return <Apps words={words} language={language} now={now} page={page} />
    case 'activity':
      return <Activity words={words} language={language} page={page} />
    case 'delete':
      return <Delete words={words} page={page} />
  }
}

function titleOf(page: AccountPage, words: AccountWords): string {
  const titles: Record<AccountPage['kind'], string> = {
    overview: words.sections.overview,
    security: words.sections.security,
    confirm: words.confirm.title,
    password: words.newPassword.title,
    'second-factor': page.kind === 'second-factor' && page.on ? words.turnOff.title : words.turnOn.title,
    enrolment: words.enrolment.title,
    'recovery-codes': words.recoveryCodes.title,
    'new-codes': words.newCodes.title,
    'add-passkey': words.addPasskey.title,
    passkey: words.security.passkeys,
    sessions: words.sessions.title,
    apps: words.apps.title,
    activity: words.activity.title,
    delete: words.delete.title,
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
