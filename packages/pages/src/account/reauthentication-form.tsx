// Asks for the password, a passkey or the provider before the account's security is changed.
import { Form, Hidden } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import type { AccountPage } from './account-page.ts'
import { Back, PasswordField, WrongMessage } from './frame.tsx'

interface ReauthenticationFormProps {
  messages: AccountMessages
  email: string
  page: Extract<AccountPage, { kind: 'confirm' }>
}

/** Uses the ids that `confirmPasskeyScript` expects; without scripts only the password is offered. */
export const ReauthenticationForm = ({
  messages,
  email,
  page: { returnTo, hasPassword, hasPasskeys, provider, wrong },
}: ReauthenticationFormProps) => (
  <>
    <h1>{messages.confirm.title}</h1>
    <p class="text">{messages.confirm.text}</p>
    <WrongMessage messages={messages} wrong={wrong} />
    {hasPassword ? (
      <Form
        action="/account/reauthenticate"
        fields={{ return_to: returnTo }}
        submit={messages.confirm.submit}
      >
        <PasswordField messages={messages} email={email} />
      </Form>
    ) : null}
    {provider === null ? null : (
      <>
        {hasPassword ? <p class="or">{messages.confirm.or}</p> : null}
        <form method="post" action="/account/single-sign-on">
          <Hidden fields={{ purpose: 'confirm', return_to: returnTo }} />
          <button class={hasPassword ? 'button second' : 'button'} type="submit">
            {messages.confirm.provider(provider)}
          </button>
        </form>
      </>
    )}
    {hasPasskeys ? (
      <div id="passkey" hidden data-return-to={returnTo}>
        <p class="or">{messages.confirm.or}</p>
        <button class="button second" type="button" id="passkey-confirm">
          {messages.confirm.passkey}
        </button>
        <p class="message alert" role="alert" id="passkey-wrong" hidden></p>
      </div>
    ) : null}
    <Back messages={messages} to="/account/security" />
  </>
)
