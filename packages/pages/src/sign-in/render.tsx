// Turns a page on the way to an account into a whole HTML document, and a message into its text.
import { renderFormPage } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import type { IconName } from '../visitor/icons.tsx'
import { Notice } from '../visitor/layout.tsx'
import { ConfirmForm, SetUpForm, SignUpForm } from './account-forms.tsx'
import { CodeForm, SignInForm } from './entry-forms.tsx'
import { ForgotPasswordForm, ResetPasswordForm } from './reset-forms.tsx'
import type { SignInMessage, SignInPage } from './sign-in-page.ts'
import { type SignInWords, signInWordsIn } from './words.ts'

/** A notice with a button that leads on, for pages that end something. */
const Ending = ({ hint, action, to, ...notice }: EndingProps) => (
  <Notice {...notice}>
    {hint === undefined ? null : <p class="small">{hint}</p>}
    <p class="action">
      <a class="button" href={to}>
        {action}
      </a>
    </p>
  </Notice>
)

type EndingProps = { icon: IconName; title: string; text: string; hint?: string; action: string; to: string }

function titleOf(page: SignInPage, words: SignInWords): string {
  switch (page.kind) {
    case 'sign-in':
      return words.signIn.title
    case 'code':
      return words.code.title
    case 'sign-up':
      return words.signUp.title
    case 'sign-ups-closed':
      return page.why === 'closed' ? words.closed.title : words.inviteOnly.title
    case 'sent':
      return words.sent[page.what].title
    case 'confirm':
      return words.confirm.title
    case 'forgot-password':
      return words.forgot.title
    case 'reset-password':
      return words.reset.title
    case 'set-up':
      return words.setUp.title
    case 'set-up-first':
      return words.setUpFirst.title
    case 'gone':
      return words.gone[page.what].title
    case 'signed-in':
      return words.signedIn.title
    case 'blocked':
      return words.blocked.title
  }
}

function contentOf(page: SignInPage, words: SignInWords) {
  switch (page.kind) {
    case 'sign-in':
      return <SignInForm words={words} page={page} />
    case 'code':
      return <CodeForm words={words} page={page} />
    case 'sign-up':
      return <SignUpForm words={words} page={page} />
    case 'sign-ups-closed':
      return (
        <Ending
          icon="lock"
          {...(page.why === 'closed' ? words.closed : words.inviteOnly)}
          action={words.signIn.title}
          to="/account/sign-in"
        />
      )
    case 'sent': {
      const { title, text, hint } = words.sent[page.what]
      return (
        <Ending
          icon="used"
          title={title}
          text={text(page.email)}
          hint={hint}
          action={words.forgot.back}
          to="/account/sign-in"
        />
      )
    }
    case 'confirm':
      return <ConfirmForm words={words} page={page} />
    case 'forgot-password':
      return <ForgotPasswordForm words={words} page={page} />
    case 'reset-password':
      return <ResetPasswordForm words={words} page={page} />
    case 'set-up':
      return <SetUpForm words={words} page={page} />
    case 'set-up-first':
      return <Notice icon="lock" {...words.setUpFirst} />
    case 'gone': {
      const { title, text, action } = words.gone[page.what]
      const to = page.what === 'reset' ? '/account/forgot-password' : '/account/sign-in'
      return <Ending icon="clock" title={title} text={text} action={action} to={to} />
    }
    case 'blocked':
      return (
        <Notice icon="blocked" title={words.blocked.title} text={words.blocked.text}>
          <p class="message alert">
            <bdi>{page.reason}</bdi>
          </p>
        </Notice>
      )
    case 'signed-in': {
      const { title, text, action } = words.signedIn
      return <Ending icon="used" title={title} text={text} action={action} to={page.to} />
    }
  }
}

/** A complete HTML document, to be served under `formPagePolicy`, with the script of `passkeys` where it has one. */
export function renderSignInPage(page: SignInPage, language: Language): string {
  const words = signInWordsIn(language)
  return renderFormPage({
    language,
    title: titleOf(page, words),
    script: page.kind === 'sign-in' ? page.passkeys?.script : undefined,
    refreshTo: page.kind === 'signed-in' ? page.to : undefined,
    children: contentOf(page, words),
  })
}

/** A message in plain text, as the mailer takes it. */
export function renderSignInMessage(
  message: SignInMessage,
  language: Language,
): { subject: string; text: string } {
  const { messages } = signInWordsIn(language)
  const write = messages[message.kind] as (of: SignInMessage) => { subject: string; text: string[] }
  const { subject, text } = write(message)
  return { subject, text: `${text.join('\n\n')}\n` }
}
