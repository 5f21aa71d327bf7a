// Signing in: e-mail and password, a passkey, and the code of a second factor.
import { Field, Form, Message } from '../forms/form-page.tsx'
import type { SignInMessages } from '../messages.ts'
import { ProviderButton } from './provider-pages.tsx'
import { withReturn } from './return-to.ts'
import type { SignInPage } from './sign-in-page.ts'

type Of<Kind extends SignInPage['kind']> = Extract<SignInPage, { kind: Kind }>

export const SignInForm = ({ messages, page }: { messages: SignInMessages; page: Of<'sign-in'> }) => (
  <>
    <h1>{messages.signIn.title}</h1>
    <ProviderButton messages={messages} page={page} />
    {page.passwords ? (
      <>
        {page.provider === null ? null : <p class="or">{messages.signIn.or}</p>}
        <PasswordForm messages={messages} page={page} />
      </>
    ) : null}
  </>
)

const PasswordForm = ({ messages, page }: { messages: SignInMessages; page: Of<'sign-in'> }) => (
  <>
    {page.wrong ? <Message kind="alert">{messages.signIn.wrong}</Message> : null}
    <Form action="/account/sign-in" fields={{ return_to: page.returnTo }} submit={messages.signIn.submit}>
      <Field
        name="email"
        type="email"
        label={messages.fields.email}
        value={page.email}
        autocomplete={page.passkeys ? 'username webauthn' : 'username'}
        autofocus={page.email === ''}
        maxlength={254}
      />
      <Field
        name="password"
        type="password"
        label={messages.fields.password}
        autocomplete="current-password"
        autofocus={page.email !== ''}
      />
    </Form>
    {page.passkeys ? (
      <div id="passkey" hidden data-return-to={page.returnTo}>
        <p class="or">{messages.signIn.or}</p>
        <button class="button second" type="button" id="passkey-sign-in">
          {messages.signIn.passkey}
        </button>
        <p class="message alert" role="alert" id="passkey-wrong" hidden></p>
      </div>
    ) : null}
    <p class="links">
      <a href={withReturn('/account/forgot-password', page.returnTo)}>{messages.signIn.forgot}</a>
      {page.signUps ? (
        <a href={withReturn('/account/sign-up', page.returnTo)}>{messages.signIn.signUp}</a>
      ) : null}
    </p>
  </>
)

export const CodeForm = ({ messages, page }: { messages: SignInMessages; page: Of<'code'> }) => (
  <>
    <h1>{messages.code.title}</h1>
    <p class="text">{messages.code.text}</p>
    {page.wrong ? <Message kind="alert">{messages.code.wrong}</Message> : null}
    <Form action="/account/sign-in/code" fields={{ token: page.token }} submit={messages.code.submit}>
      <Field
        name="code"
        label={messages.fields.code}
        hint={messages.code.hint}
        autocomplete="one-time-code"
        maxlength={100}
        autofocus
      />
    </Form>
    <p class="links">
      <a href={withReturn('/account/sign-in', page.returnTo)}>{messages.code.again}</a>
    </p>
  </>
)
