// Asks for the password or a passkey before the account's security is changed.
import { Hidden } from '../forms/form-page.tsx'
import type { AccountPage } from './account-page.ts'
import { Back, PasswordField, WrongMessage } from './frame.tsx'
import type { AccountWords } from './words.ts'

interface Props {
  words: AccountWords
  email: string
  page: Extract<AccountPage, { kind: 'confirm' }>
}

/** Uses the ids that `confirmPasskeyScript` expects; without scripts only the password is offered. */
export const ReauthenticationForm = ({ words, email, page: { returnTo, hasPasskeys, wrong } }: Props) => (
  <>
    <h1>{words.confirm.title}</h1>
    <p class="text">{words.confirm.text}</p>
    <WrongMessage words={words} wrong={wrong} />
    <form method="post" action="/account/reauthenticate">
      <Hidden fields={{ return_to: returnTo }} />
      <PasswordField words={words} email={email} />
      <button class="button" type="submit">
        {words.confirm.submit}
      </button>
    </form>
    {hasPasskeys ? (
      <div id="passkey" hidden data-return-to={returnTo}>
        <p class="or">{words.confirm.or}</p>
        <button class="button second" type="button" id="passkey-confirm">
          {words.confirm.passkey}
        </button>
        <p class="message alert" role="alert" id="passkey-wrong" hidden></p>
      </div>
    ) : null}
    <Back words={words} to="/account/security" />
  </>
)
