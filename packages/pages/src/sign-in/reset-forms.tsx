// Getting back into an account: asking for the message, and choosing a new password.
import { Checkboxes, Field, Hidden } from '../forms/form-page.tsx'
import { NewPassword, SettledEmail } from './account-forms.tsx'
import { withReturn } from './entry-forms.tsx'
import type { SignInPage } from './sign-in-page.ts'
import type { SignInWords } from './words.ts'

type Of<Kind extends SignInPage['kind']> = Extract<SignInPage, { kind: Kind }>

export const ForgotPasswordForm = ({ words, page }: { words: SignInWords; page: Of<'forgot-password'> }) => (
  <>
    <h1>{words.forgot.title}</h1>
    <p class="text">{words.forgot.text}</p>
    <form method="post" action="/account/forgot-password">
      <Hidden fields={{ return_to: page.returnTo }} />
      <Field
        name="email"
        type="email"
        label={words.fields.email}
        value={page.email}
        autocomplete="username"
        maxlength={254}
        wrong={page.wrong ? words.wrong.email : null}
        autofocus
      />
      <button class="button" type="submit">
        {words.forgot.submit}
      </button>
    </form>
    <p class="links">
      <a href={withReturn('/account/sign-in', page.returnTo)}>{words.forgot.back}</a>
    </p>
  </>
)

export const ResetPasswordForm = ({ words, page }: { words: SignInWords; page: Of<'reset-password'> }) => (
  <>
    <h1>{words.reset.title}</h1>
    <p class="text">{words.reset.text}</p>
    <form method="post" action="/account/reset-password">
      <Hidden fields={{ token: page.token, ends: 'chosen' }} />
      <SettledEmail label={words.fields.email} email={page.email} />
      <NewPassword
        label={words.fields.newPassword}
        hint={words.fields.passwordHint}
        wrong={page.wrong && words.wrong.password[page.wrong]}
        autofocus
      />
      <Checkboxes
        title={words.reset.endsTitle}
        text={words.reset.endsText}
        boxes={Object.entries(words.reset.ends).map(([end, label]) => ({
          name: `end_${end}`,
          label,
          checked: page.ends[end as keyof typeof page.ends],
        }))}
      />
      <button class="button" type="submit">
        {words.reset.submit}
      </button>
    </form>
  </>
)
