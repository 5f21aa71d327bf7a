// Asks for the password or a passkey before the account's security is changed.
import { Hidden } from '../forms/form-page.tsx'
import type { AccountPage } from './account-page.ts'
import { Back, PasswordField, WrongMessage } from './frame.tsx'
import type { AccountMessages } from './messages.ts'

interface ReauthenticationFormProps {
  messages: AccountMessages
  email: string
  page: Extract<AccountPage, { kind: 'confirm' }>
}

/** Uses the ids that `confirmPasskeyScript` expects; without scripts only the password is offered. */
export const ReauthenticationForm = ({
  messages,
  email,
  page: { returnTo, hasPasskeys, wrong },
}: ReauthenticationFormProps) => (
  <>
    <h1>{messages.confirm.title}</h1>
    <p class="text">{messages.confirm.text}</p>
    <WrongMessage messages={messages} wrong={wrong} />
    <form method="post" action="/account/reauthenticate">
      <Hidden fields={{ return_to: returnTo }} />
      <PasswordField messages={messages} email={email} />
      <button class="button" type="submit">
        {messages.confirm.submit}
      </button>
    </form>
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
