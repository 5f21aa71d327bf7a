// Resetting a password: requesting the e-mail, and choosing a new password.
import { Checkboxes, Field, Hidden } from '../forms/form-page.tsx'
import { NewPassword, SettledEmail } from './account-forms.tsx'
import { withReturn } from './entry-forms.tsx'
import type { SignInMessages } from './messages.ts'
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
    <form method="post" action="/account/forgot-password">
      <Hidden fields={{ return_to: page.returnTo }} />
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
      <button class="button" type="submit">
        {messages.forgot.submit}
      </button>
    </form>
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
    <form method="post" action="/account/reset-password">
      <Hidden fields={{ token: page.token, ends: 'chosen' }} />
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
        boxes={Object.entries(messages.reset.ends).map(([end, label]) => ({
          name: `end_${end}`,
          label,
          checked: page.ends[end as keyof typeof page.ends],
        }))}
      />
      <button class="button" type="submit">
        {messages.reset.submit}
      </button>
    </form>
  </>
)
