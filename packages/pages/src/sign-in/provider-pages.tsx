// Single sign-on: the button, the pages on the way to the provider, and connecting an account to an identity.
import { Form, Message } from '../forms/form-page.tsx'
import type { SignInMessages } from '../messages.ts'
import { withReturn } from './return-to.ts'
import type { SignInPage } from './sign-in-page.ts'

type PageProps<Kind extends SignInPage['kind']> = {
  messages: SignInMessages
  page: Extract<SignInPage, { kind: Kind }>
}

/** A link, because a form would be subject to a policy that blocks the redirect to the provider. */
export const ProviderButton = ({ messages, page }: PageProps<'sign-in'>) => {
  if (page.provider === null) return null
  const { name, failure } = page.provider
  const { failures } = messages.signIn
  const failed = failure === 'away' ? failures.away(name, page.passwords) : failure && failures[failure](name)
  return (
    <>
      {failed === null ? null : <Message kind="alert">{failed}</Message>}
      <p class="action">
        <a
          class={page.passwords ? 'button second' : 'button'}
          href={withReturn('/account/single-sign-on', page.returnTo)}
        >
          {messages.signIn.provider(name)}
        </a>
      </p>
    </>
  )
}

export const JoinPage = ({ messages: { join }, page: { provider, email, to } }: PageProps<'join'>) => (
  <>
    <h1>{join.title}</h1>
    <p class="text">{join.text(provider, email)}</p>
    <p class="action">
      <a class="button" href={to}>
        {join.action}
      </a>
    </p>
  </>
)

export const JoinForm = ({
  messages: { join },
  page: { token, provider, email, identity },
}: PageProps<'join-confirm'>) => (
  <>
    <h1>{join.confirmTitle(provider)}</h1>
    <p class="text">{join.confirmText(provider, email, identity)}</p>
    <Form action="/account/single-sign-on/join" fields={{ token }} submit={join.submit} />
  </>
)

export const SignInLinkForm = ({
  messages: { signInLink },
  page: { token, email },
}: PageProps<'sign-in-link'>) => (
  <>
    <h1>{signInLink.title}</h1>
    <p class="text">{signInLink.text(email)}</p>
    <Form action="/account/sign-in/link" fields={{ token }} submit={signInLink.submit} />
  </>
)
