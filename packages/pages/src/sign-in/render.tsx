// Renders sign-in pages as complete HTML documents, and sign-in e-mails as text.

import type { Language } from '@linnet/languages'
import { renderFormPage } from '../forms/form-page.tsx'
import { type SignInMessages, signInMailsIn, signInMessagesIn } from '../messages.ts'
import type { IconName } from '../visitor/icons.tsx'
import { Notice } from '../visitor/layout.tsx'
import { ConfirmForm, SetUpForm, SignUpForm } from './account-forms.tsx'
import { CodeForm, SignInForm } from './entry-forms.tsx'
import { JoinWorkspaceForm } from './join-workspace.tsx'
import { JoinForm, JoinPage, SignInLinkForm } from './provider-pages.tsx'
import { ForgotPasswordForm, ResetPasswordForm } from './reset-forms.tsx'
import type { SignInMessage, SignInPage } from './sign-in-page.ts'

/** A notice with a link to the next page, for pages that end something. */
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

function titleOf(page: SignInPage, messages: SignInMessages): string {
  switch (page.kind) {
    case 'sign-in':
      return messages.signIn.title
    case 'code':
      return messages.code.title
    case 'sign-up':
      return messages.signUp.title
    case 'sign-ups-closed':
      return page.why === 'closed' ? messages.closed.title : messages.inviteOnly.title
    case 'sent':
      return messages.sent[page.what].title
    case 'confirm':
      return messages.confirm.title
    case 'forgot-password':
      return messages.forgot.title
    case 'reset-password':
      return messages.reset.title
    case 'set-up':
      return messages.setUp.title
    case 'set-up-first':
      return messages.setUpFirst.title
    case 'gone':
      return messages.gone[page.what].title
    case 'join-workspace':
      return messages.joinWorkspace.title(page.workspace)
    case 'signed-in':
      return messages.signedIn.title
    case 'blocked':
      return messages.blocked.title
    case 'to-provider':
      return messages.toProvider.title(page.provider)
    case 'provider-only':
      return messages.providerOnly.title(page.provider)
    case 'provider-refused':
      return messages.refused[page.why].title
    case 'join':
      return messages.join.title
    case 'join-confirm':
      return messages.join.confirmTitle(page.provider)
    case 'sign-in-link':
      return messages.signInLink.title
  }
}

function contentOf(page: SignInPage, messages: SignInMessages) {
  switch (page.kind) {
    case 'sign-in':
      return <SignInForm messages={messages} page={page} />
    case 'code':
      return <CodeForm messages={messages} page={page} />
    case 'sign-up':
      return <SignUpForm messages={messages} page={page} />
    case 'sign-ups-closed':
      return (
        <Ending
          icon="lock"
          {...(page.why === 'closed' ? messages.closed : messages.inviteOnly)}
          action={messages.signIn.title}
          to="/account/sign-in"
        />
      )
    case 'sent': {
      const { title, text, hint } = messages.sent[page.what]
      return (
        <Ending
          icon="used"
          title={title}
          text={text(page.email)}
          hint={hint}
          action={messages.forgot.back}
          to="/account/sign-in"
        />
      )
    }
    case 'confirm':
      return <ConfirmForm messages={messages} page={page} />
    case 'forgot-password':
      return <ForgotPasswordForm messages={messages} page={page} />
    case 'reset-password':
      return <ResetPasswordForm messages={messages} page={page} />
    case 'set-up':
      return <SetUpForm messages={messages} page={page} />
    case 'set-up-first':
      return <Notice icon="lock" {...messages.setUpFirst} />
    case 'gone': {
      const { title, text, action } = messages.gone[page.what]
      const to = page.what === 'reset' ? '/account/forgot-password' : '/account/sign-in'
      return <Ending icon="clock" title={title} text={text} action={action} to={to} />
    }
    case 'blocked':
      return (
        <Notice icon="blocked" title={messages.blocked.title} text={messages.blocked.text}>
          <p class="message alert">
            <bdi>{page.reason}</bdi>
          </p>
        </Notice>
      )
    case 'join-workspace':
      return <JoinWorkspaceForm messages={messages} page={page} />
    case 'to-provider':
    case 'provider-only':
    case 'provider-refused':
      return providerNotice(page, messages)
    case 'join':
      return <JoinPage messages={messages} page={page} />
    case 'join-confirm':
      return <JoinForm messages={messages} page={page} />
    case 'sign-in-link':
      return <SignInLinkForm messages={messages} page={page} />
    case 'signed-in': {
      const { title, text, action } = messages.signedIn
      return <Ending icon="used" title={title} text={text} action={action} to={page.to} />
    }
  }
}

type ProviderNotice = Extract<SignInPage, { kind: 'to-provider' | 'provider-only' | 'provider-refused' }>

function providerNotice(page: ProviderNotice, { toProvider, providerOnly, refused }: SignInMessages) {
  const { provider } = page
  if (page.kind === 'to-provider') {
    const { title, text, action } = toProvider
    return <Ending icon="used" title={title(provider)} text={text} action={action} to={page.to} />
  }
  const notice =
    page.kind === 'provider-only'
      ? { title: providerOnly.title(provider), text: providerOnly.text(provider) }
      : { title: refused[page.why].title, text: refused[page.why].text(provider, page.email) }
  return <Ending icon="lock" {...notice} action={refused.action} to="/account/sign-in" />
}

/** A complete HTML document, to be served under `formPagePolicy`, with the script of `passkeys` if it has one. */
export function renderSignInPage(page: SignInPage, language: Language): string {
  const messages = signInMessagesIn(language)
  return renderFormPage({
    language,
    title: titleOf(page, messages),
    script: page.kind === 'sign-in' ? page.passkeys?.script : undefined,
    refreshTo: page.kind === 'signed-in' || page.kind === 'to-provider' ? page.to : undefined,
    children: contentOf(page, messages),
  })
}

/** A plain-text message for the mailer. */
export function renderSignInMessage(
  message: SignInMessage,
  language: Language,
): { subject: string; text: string } {
  const write = signInMailsIn(language)[message.kind] as (of: SignInMessage) => {
    subject: string
    text: string[]
  }
  const { subject, text } = write(message)
  return { subject, text: `${text.join('\n\n')}\n` }
}
