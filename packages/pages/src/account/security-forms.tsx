// Changing how the account is kept, one question a page: the password, one-time codes and recovery codes.
import { Field } from '../forms/form-page.tsx'
import type { AccountPage } from './account-page.ts'
import { Back, Username, WrongMessage } from './frame.tsx'
import { QrCode } from './qr.tsx'
import type { AccountWords } from './words.ts'

type Props<Kind extends AccountPage['kind']> = {
  words: AccountWords
  /** Whose account it is. */
  email: string
  page: Extract<AccountPage, { kind: Kind }>
}

export const NewPassword = ({ words, email, page }: Props<'password'>) => (
  <>
    <h1>{words.newPassword.title}</h1>
    <p class="text">{words.newPassword.text}</p>
    <WrongMessage words={words} wrong={page.wrong} />
    <form method="post" action="/account/password">
      <Username email={email} />
      <Field
        name="password"
        type="password"
        label={words.newPassword.current}
        autocomplete="current-password"
        maxlength={1024}
      />
      <Field
        name="new_password"
        type="password"
        label={words.newPassword.next}
        hint={words.newPassword.hint}
        wrong={page.fault === null ? null : words.newPassword.faults[page.fault]}
        autocomplete="new-password"
        minlength={10}
        maxlength={1024}
      />
      <button class="button" type="submit">
        {words.newPassword.submit}
      </button>
    </form>
    <Back words={words} to="/account/security" />
  </>
)

export const SecondFactorForm = ({ words, page }: Omit<Props<'second-factor'>, 'email'>) => {
  const { title, text, submit } = page.on ? words.turnOff : words.turnOn
  return (
    <>
      <h1>{title}</h1>
      <p class="text">{text}</p>
      <form method="post" action={page.on ? '/account/second-factor/disable' : '/account/second-factor'}>
        <button class={page.on ? 'button danger' : 'button'} type="submit">
          {submit}
        </button>
      </form>
      <Back words={words} to="/account/security" />
    </>
  )
}

export const Enrolment = ({ words, page }: Omit<Props<'enrolment'>, 'email'>) => (
  <>
    <h1>{words.enrolment.title}</h1>
    <p class="text">{words.enrolment.text}</p>
    <QrCode modules={page.qr} label={words.enrolment.text} />
    <p class="small">
      {words.enrolment.typed} <span class="code">{(page.secret.match(/.{1,4}/g) ?? []).join(' ')}</span>
    </p>
    <form method="post" action="/account/second-factor/confirm">
      <Field
        name="code"
        label={words.enrolment.code}
        hint={words.enrolment.hint}
        wrong={page.wrong === null ? null : words.wrong[page.wrong]}
        autocomplete="one-time-code"
        inputmode="numeric"
        maxlength={10}
        autofocus
      />
      <button class="button" type="submit">
        {words.enrolment.submit}
      </button>
    </form>
    <p class="links">
      <a href="/account/second-factor?again">{words.enrolment.again}</a>
      <a href="/account/security">{words.back}</a>
    </p>
  </>
)

export const RecoveryCodesForm = ({ words, page }: Omit<Props<'recovery-codes'>, 'email'>) => (
  <>
    <h1>{words.recoveryCodes.title}</h1>
    <p class="text">
      {words.security.left(page.left)} {words.recoveryCodes.text}
    </p>
    <form method="post" action="/account/recovery-codes">
      <button class="button" type="submit">
        {words.recoveryCodes.submit}
      </button>
    </form>
    <Back words={words} to="/account/security" />
  </>
)

export const NewCodes = ({ words, page }: Omit<Props<'new-codes'>, 'email'>) => (
  <>
    <h1>{words.newCodes.title}</h1>
    <p class="text">{words.newCodes.text}</p>
    <ol class="codes" translate="no">
      {page.codes.map((code) => (
        <li>{code}</li>
      ))}
    </ol>
    <p class="action">
      <a class="button" href="/account/security">
        {words.newCodes.done}
      </a>
    </p>
  </>
)
