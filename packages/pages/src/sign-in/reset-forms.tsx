// Resetting a password: requesting the e-mail, and choosing a new password.
import { Checkboxes, Field, Form } from '../forms/form-page.tsx'
import type { SignInMessages } from '../messages.ts'
import { NewPassword, SettledEmail } from './account-forms.tsx'
import { withReturn } from './return-to.ts'
import type { SignInPage } from './sign-in-page.ts'

type Of<Kind extends SignInPage['kind']> = Extract<SignInPage, { kind: Kind }>

export const ForgotPasswordForm = ({
  messages,
  page,
}: {
  messages: SignInMessages
  page: Of<'forgot-password'>
}) => (
  <>
    <h1>{messages.forgot.title}</h1>
    <p class="text">{messages.forgot.text}</p>
    <Form
      action="/account/forgot-password"
      fields={{ return_to: page.returnTo }}
      submit={messages.forgot.submit}
    >
      <Field
        name="email"
        type="email"
        label={messages.fields.email}
        value={page.email}
        autocomplete="username"
        maxlength={254}
        wrong={page.wrong ? messages.wrong.email : null}
        autofocus
      />
    </Form>
    <p class="links">
      <a href={withReturn('/account/sign-in', page.returnTo)}>{messages.forgot.back}</a>
    </p>
  </>
)

export const ResetPasswordForm = ({
  messages,
  page,
}: {
  messages: SignInMessages
  page: Of<'reset-password'>
}) => (
  <>
    <h1>{messages.reset.title}</h1>
    <p class="text">{messages.reset.text}</p>
    <Form
      action="/account/reset-password"
      fields={{ token: page.token, ends: 'chosen' }}
      submit={messages.reset.submit}
    >
      <SettledEmail label={messages.fields.email} email={page.email} />
      <NewPassword
        label={messages.fields.newPassword}
        hint={messages.fields.passwordHint}
        wrong={page.wrong && messages.wrong.password[page.wrong]}
        autofocus
      />
      <Checkboxes
        title={messages.reset.endsTitle}
        text={messages.reset.endsText}
        boxes={Object.entries(messages.reset.ends).flatMap(([end, label]) => {
          const checked = page.ends[end as keyof typeof page.ends]
          return checked === undefined ? [] : [{ name: `end_${end}`, label, checked }]
        })}
      />
    </Form>
  </>
)
