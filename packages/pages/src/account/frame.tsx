// The frame of the account pages: whose account it is, the navigation, and what has just been done.

import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
import { Field, Message, renderFormPage } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import { agoIn, isoOf } from '../time.ts'
import type { AccountFrame, Wrong } from './account-page.ts'

/** The pages of the navigation, in order. A new one needs a line here and a message. */
const sections = {
  overview: '/account',
  security: '/account/security',
  sessions: '/account/sessions',
  apps: '/account/apps',
  activity: '/account/activity',
} as const satisfies Record<keyof AccountMessages['sections'], string>
export type Section = keyof typeof sections

/** The same pages in the dashboard. */
const dashboardOf: Record<Section, string> = {
  overview: '/dashboard/account',
  security: '/dashboard/account/security',
  sessions: '/dashboard/account/sessions',
  apps: '/dashboard/account/apps',
  activity: '/dashboard/account/activity',
}

export interface AccountDocument {
  title: string
  section: Section
  script?: string
  children?: Child
}

export function renderInFrame(
  { title, section, script, children }: AccountDocument,
  { email, success }: AccountFrame,
  messages: AccountMessages,
  language: Language,
): string {
  return renderFormPage({
    language,
    title,
    wide: true,
    beside: (
      <form class="beside" method="post" action="/account/sign-out">
        <span>{email}</span>
        <a href={dashboardOf[section]}>{messages.dashboard}</a>
        <button class="link" type="submit">
          {messages.signOut}
        </button>
      </form>
    ),
    script,
    children: (
      <>
        <nav aria-label={messages.navigation}>
          {Object.entries(sections).map(([name, path]) => (
            <a href={path} aria-current={name === section ? 'page' : undefined}>
              {messages.sections[name as Section]}
            </a>
          ))}
        </nav>
        {success === null ? null : <Message kind="status">{messages.success[success]}</Message>}
        {children}
      </>
    ),
  })
}

/** What was wrong with a form as a whole. */
export const WrongMessage = ({ messages, wrong }: { messages: AccountMessages; wrong: Wrong | null }) =>
  wrong === null ? null : <Message kind="alert">{messages.wrong[wrong]}</Message>

/** Tells password managers which account the password is for; invisible and never sent. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" autocomplete="username" value={email} readonly hidden />
)

/** Asks for the current password, as every change of the account's security does. */
export const PasswordField = ({ messages, email }: { messages: AccountMessages; email: string }) => (
  <>
    <Username email={email} />
    <Field
      name="password"
      type="password"
      label={messages.password}
      hint={messages.passwordHint}
      autocomplete="current-password"
      maxlength={1024}
    />
  </>
)

/** "3 days ago", or "just now" for less than a minute. */
export const Ago = ({
  at,
  now,
  language,
  justNow,
}: {
  at: number
  now: number
  language: Language
  justNow: string
}) => <time datetime={isoOf(at)}>{agoIn(language, at, now) ?? justNow}</time>

export const Back = ({ messages, to }: { messages: AccountMessages; to: string }) => (
  <p class="links">
    <a href={to}>{messages.back}</a>
  </p>
)
