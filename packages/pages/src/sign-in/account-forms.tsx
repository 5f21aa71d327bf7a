// Creating an account: signing up, confirming the e-mail address, and setting up the administrator.
import { Field, Form, Message } from '../forms/form-page.tsx'
import type { SignInMessages } from '../messages.ts'
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

export const SignUpForm = ({ messages, page }: { messages: SignInMessages; page: Of<'sign-up'> }) => (
  <>
    <h1>{messages.signUp.title}</h1>
    <p class="text">{page.invitation === null ? messages.signUp.text : messages.signUp.invited}</p>
    <Form
      action="/account/sign-up"
      fields={{ return_to: page.returnTo, ...(page.invitation === null ? {} : { token: page.invitation }) }}
      submit={messages.signUp.submit}
    >
      <AccountFields
        messages={messages}
        name={page.name}
        email={page.email}
        isInvited={page.isSettled}
        wrong={page.wrong}
      />
    </Form>
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
    <Form action="/account/confirm" fields={{ token: page.token }} submit={messages.confirm.submit}>
      <SettledEmail label={messages.fields.email} email={page.email} />
      <Field
        name="password"
        type="password"
        label={messages.fields.password}
        autocomplete="current-password"
        autofocus
      />
    </Form>
    <p class="small">{messages.confirm.hint}</p>
  </>
)

export const SetUpForm = ({ messages, page }: { messages: SignInMessages; page: Of<'set-up'> }) => (
  <>
    <h1>{messages.setUp.title}</h1>
    <p class="text">{messages.setUp.text}</p>
    <Form action="/account/setup" fields={{ token: page.token }} submit={messages.setUp.submit}>
      <AccountFields messages={messages} name={page.name} email={page.email} wrong={page.wrong} />
    </Form>
    {page.sharesHost ? <p class="small">{messages.setUp.sharesHost}</p> : null}
  </>
)
