// Signing in: e-mail and password, a passkey where there is one, and the code of a second factor.
import { Field, Hidden, Message } from '../forms/form-page.tsx'
import type { SignInPage } from './sign-in-page.ts'
import type { SignInWords } from './words.ts'

type Of<Kind extends SignInPage['kind']> = Extract<SignInPage, { kind: Kind }>

/** `path` with where to go on to after signing in. */
export const withReturn = (path: string, returnTo: string) =>
  returnTo === '/dashboard' ? path : `${path}?${new URLSearchParams({ return_to: returnTo })}`

export const SignInForm = ({ words, page }: { words: SignInWords; page: Of<'sign-in'> }) => (
  <>
    <h1>{words.signIn.title}</h1>
    {page.wrong ? <Message kind="alert">{words.signIn.wrong}</Message> : null}
    <form method="post" action="/account/sign-in">
      <Hidden fields={{ return_to: page.returnTo }} />
      <Field
        name="email"
        type="email"
        label={words.fields.email}
        value={page.email}
        autocomplete={page.passkeys ? 'username webauthn' : 'username'}
        autofocus={page.email === ''}
        maxlength={254}
      />
      <Field
        name="password"
        type="password"
        label={words.fields.password}
        autocomplete="current-password"
        autofocus={page.email !== ''}
      />
      <button class="button" type="submit">
        {words.signIn.submit}
      </button>
    </form>
    {page.passkeys ? (
      <div id="passkey" hidden data-return-to={page.returnTo}>
        <p class="or">{words.signIn.or}</p>
        <button class="button second" type="button" id="passkey-sign-in">
          {words.signIn.passkey}
        </button>
        <p class="message alert" role="alert" id="passkey-wrong" hidden></p>
      </div>
    ) : null}
    <p class="links">
      <a href={withReturn('/account/forgot-password', page.returnTo)}>{words.signIn.forgot}</a>
      {page.signUps ? (
        <a href={withReturn('/account/sign-up', page.returnTo)}>{words.signIn.signUp}</a>
      ) : null}
    </p>
  </>
)

export const CodeForm = ({ words, page }: { words: SignInWords; page: Of<'code'> }) => (
  <>
    <h1>{words.code.title}</h1>
    <p class="text">{words.code.text}</p>
    {page.wrong ? <Message kind="alert">{words.code.wrong}</Message> : null}
    <form method="post" action="/account/sign-in/code">
      <Hidden fields={{ token: page.token }} />
      <Field
        name="code"
        label={words.fields.code}
        hint={words.code.hint}
        autocomplete="one-time-code"
        maxlength={100}
        autofocus
      />
      <button class="button" type="submit">
        {words.code.submit}
      </button>
    </form>
    <p class="links">
      <a href={withReturn('/account/sign-in', page.returnTo)}>{words.code.again}</a>
    </p>
  </>
)
