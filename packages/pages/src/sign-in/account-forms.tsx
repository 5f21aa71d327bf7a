// Creating an account: signing up, confirming the e-mail address, and setting up the administrator.
import type { Child } from 'hono/jsx'
import { Field, Hidden, Message } from '../forms/form-page.tsx'
import type { SignInMessages } from './messages.ts'
import type { SignInPage, WrongFields } from './sign-in-page.ts'

type Of<Kind extends SignInPage['kind']> = Extract<SignInPage, { kind: Kind }>

const shortest = 10
const longest = 1024

type AccountFieldsProps = {
  messages: SignInMessages
  name: string
  email: string
  /** The invitation determines it. */
  isInvited?: boolean
  wrong: WrongFields
}

const AccountFields = ({
  messages: { fields, wrong: faults },
  name,
  email,
  isInvited,
  wrong,
}: AccountFieldsProps) => (
  <>
    <Field
      name="name"
      label={fields.name}
      hint={fields.nameHint}
      value={name}
      autocomplete="name"
      maxlength={100}
      wrong={wrong.name && faults.name}
      autofocus={name === ''}
    />
    {isInvited ? (
      <SettledEmail label={fields.email} email={email} />
    ) : (
      <Field
        name="email"
        type="email"
        label={fields.email}
        value={email}
        autocomplete="username"
        maxlength={254}
        wrong={wrong.email && faults.email}
      />
    )}
    <NewPassword
      label={fields.password}
      hint={fields.passwordHint}
      wrong={wrong.password && faults.password[wrong.password]}
    />
  </>
)

export const SettledEmail = ({ label, email }: { label: string; email: string }) => (
  <Field name="email" type="email" label={label} value={email} autocomplete="username" readonly />
)

export const NewPassword = (props: {
  label: string
  hint: string
  wrong?: string | null
  autofocus?: boolean
}) => (
  <Field
    name="password"
    type="password"
    autocomplete="new-password"
    minlength={shortest}
    maxlength={longest}
    {...props}
  />
)

const Submit = ({ children }: { children: Child }) => (
  <button class="button" type="submit">
    {children}
  </button>
)

export const SignUpForm = ({ messages, page }: { messages: SignInMessages; page: Of<'sign-up'> }) => (
  <>
    <h1>{messages.signUp.title}</h1>
    <p class="text">{page.invitation === null ? messages.signUp.text : messages.signUp.invited}</p>
    <form method="post" action="/account/sign-up">
      <Hidden
        fields={{ return_to: page.returnTo, ...(page.invitation === null ? {} : { token: page.invitation }) }}
      />
      <AccountFields
        messages={messages}
        name={page.name}
        email={page.email}
        isInvited={page.invitation !== null}
        wrong={page.wrong}
      />
      <Submit>{messages.signUp.submit}</Submit>
    </form>
    <p class="links">
      <a href="/account/sign-in">{messages.signUp.signIn}</a>
    </p>
  </>
)

export const ConfirmForm = ({ messages, page }: { messages: SignInMessages; page: Of<'confirm'> }) => (
  <>
    <h1>{messages.confirm.title}</h1>
    <p class="text">{messages.confirm.text}</p>
    {page.wrong ? <Message kind="alert">{messages.confirm.wrong}</Message> : null}
    <form method="post" action="/account/confirm">
      <Hidden fields={{ token: page.token }} />
      <SettledEmail label={messages.fields.email} email={page.email} />
      <Field
        name="password"
        type="password"
        label={messages.fields.password}
        autocomplete="current-password"
        autofocus
      />
      <Submit>{messages.confirm.submit}</Submit>
    </form>
    <p class="small">{messages.confirm.hint}</p>
  </>
)

export const SetUpForm = ({ messages, page }: { messages: SignInMessages; page: Of<'set-up'> }) => (
  <>
    <h1>{messages.setUp.title}</h1>
    <p class="text">{messages.setUp.text}</p>
    <form method="post" action="/account/setup">
      <Hidden fields={{ token: page.token }} />
      <AccountFields messages={messages} name={page.name} email={page.email} wrong={page.wrong} />
      <Submit>{messages.setUp.submit}</Submit>
    </form>
    {page.sharesHost ? <p class="small">{messages.setUp.sharesHost}</p> : null}
  </>
)
