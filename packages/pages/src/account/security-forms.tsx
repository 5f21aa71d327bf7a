// Changing the account's security, one form per page: the password, one-time codes and recovery codes.
import { Field, Form } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import type { AccountPage } from './account-page.ts'
import { Back, Username, WrongMessage } from './frame.tsx'
import { QrCode } from './qr.tsx'

type SecurityFormProps<Kind extends AccountPage['kind']> = {
  messages: AccountMessages
  /** The e-mail of the account. */
  email: string
  page: Extract<AccountPage, { kind: Kind }>
}

export const NewPassword = ({ messages, email, page }: SecurityFormProps<'password'>) => (
  <>
    <h1>{messages.newPassword.title}</h1>
    <p class="text">{messages.newPassword.text}</p>
    <WrongMessage messages={messages} wrong={page.wrong} />
    <Form action="/account/password" submit={messages.newPassword.submit}>
      <Username email={email} />
      <Field
        name="password"
        type="password"
        label={messages.newPassword.current}
        autocomplete="current-password"
        maxlength={1024}
      />
      <Field
        name="new_password"
        type="password"
        label={messages.newPassword.next}
        hint={messages.newPassword.hint}
        wrong={page.fault === null ? null : messages.newPassword.faults[page.fault]}
        autocomplete="new-password"
        minlength={10}
        maxlength={1024}
      />
    </Form>
    <Back messages={messages} to="/account/security" />
  </>
)

export const SecondFactorForm = ({ messages, page }: Omit<SecurityFormProps<'second-factor'>, 'email'>) => {
  const { title, text, submit } = page.on ? messages.turnOff : messages.turnOn
  return (
    <>
      <h1>{title}</h1>
      <p class="text">{text}</p>
      <form method="post" action={page.on ? '/account/second-factor/disable' : '/account/second-factor'}>
        <button class={page.on ? 'button danger' : 'button'} type="submit">
          {submit}
        </button>
      </form>
      <Back messages={messages} to="/account/security" />
    </>
  )
}

export const Enrolment = ({ messages, page }: Omit<SecurityFormProps<'enrolment'>, 'email'>) => (
  <>
    <h1>{messages.enrolment.title}</h1>
    <p class="text">{messages.enrolment.text}</p>
    <QrCode modules={page.qr} label={messages.enrolment.text} />
    <p class="small">
      {messages.enrolment.typed} <span class="code">{(page.secret.match(/.{1,4}/g) ?? []).join(' ')}</span>
    </p>
    <Form action="/account/second-factor/confirm" submit={messages.enrolment.submit}>
      <Field
        name="code"
        label={messages.enrolment.code}
        hint={messages.enrolment.hint}
        wrong={page.wrong === null ? null : messages.wrong[page.wrong]}
        autocomplete="one-time-code"
        inputmode="numeric"
        maxlength={10}
        autofocus
      />
    </Form>
    <p class="links">
      <a href="/account/second-factor?again">{messages.enrolment.again}</a>
      <a href="/account/security">{messages.back}</a>
    </p>
  </>
)

export const RecoveryCodesForm = ({ messages, page }: Omit<SecurityFormProps<'recovery-codes'>, 'email'>) => (
  <>
    <h1>{messages.recoveryCodes.title}</h1>
    <p class="text">
      {messages.security.left(page.left)} {messages.recoveryCodes.text}
    </p>
    <Form action="/account/recovery-codes" submit={messages.recoveryCodes.submit} />
    <Back messages={messages} to="/account/security" />
  </>
)

export const NewCodes = ({ messages, page }: Omit<SecurityFormProps<'new-codes'>, 'email'>) => (
  <>
    <h1>{messages.newCodes.title}</h1>
    <p class="text">{messages.newCodes.text}</p>
    <ol class="codes" translate="no">
      {page.codes.map((code) => (
        <li>{code}</li>
      ))}
    </ol>
    <p class="action">
      <a class="button" href="/account/security">
        {messages.newCodes.done}
      </a>
    </p>
  </>
)
