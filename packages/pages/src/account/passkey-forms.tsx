// Adding a passkey, which needs script, and renaming and removing one, which does not.
import { Field, Hidden } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import type { AccountPage } from './account-page.ts'
import { Back } from './frame.tsx'

/** Uses the ids that `addPasskeyScript` expects; without script it says why there is no form. */
export const AddPasskey = ({ messages }: { messages: AccountMessages }) => (
  <>
    <h1>{messages.addPasskey.title}</h1>
    <p class="text">{messages.addPasskey.text}</p>
    <p class="message alert" id="no-script">
      {messages.addPasskey.noScript}
    </p>
    <p class="message alert" id="not-here" role="alert" hidden>
      {messages.addPasskey.notHere}
    </p>
    <p class="message alert" id="wrong" role="alert" hidden></p>
    <form method="post" id="add-passkey" hidden>
      <Field
        name="name"
        label={messages.addPasskey.name}
        hint={messages.addPasskey.hint}
        value={messages.addPasskey.suggestion}
        autocomplete="off"
        maxlength={100}
      />
      <button class="button" type="submit" id="add">
        {messages.addPasskey.submit}
      </button>
    </form>
    <Back messages={messages} to="/account/security" />
  </>
)

type PasskeyFormsProps = { messages: AccountMessages; page: Extract<AccountPage, { kind: 'passkey' }> }

export const PasskeyForms = ({ messages, page: { passkey, wrong } }: PasskeyFormsProps) => (
  <>
    <h1>{passkey.name}</h1>
    <form method="post" action="/account/passkey">
      <Hidden fields={{ id: passkey.id }} />
      <Field
        name="name"
        label={messages.passkey.name}
        value={passkey.name}
        autocomplete="off"
        wrong={wrong === 'name' ? messages.wrong.name : null}
        maxlength={100}
      />
      <button class="button second" type="submit">
        {messages.passkey.rename}
      </button>
    </form>
    <h2>{messages.passkey.removeTitle}</h2>
    <p class="text">{messages.passkey.removeText}</p>
    <form method="post" action="/account/passkey/remove">
      <Hidden fields={{ id: passkey.id }} />
      <button class="button danger" type="submit">
        {messages.passkey.remove}
      </button>
    </form>
    <Back messages={messages} to="/account/security" />
  </>
)
