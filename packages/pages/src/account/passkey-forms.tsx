// Adding a passkey, which needs script, and renaming and removing one, which does not.
import { Field, Hidden } from '../forms/form-page.tsx'
import type { AccountPage } from './account-page.ts'
import { Back } from './frame.tsx'
import type { AccountWords } from './words.ts'

/** Its ids are those that `addPasskeyScript` knows; without script it says why there is no form. */
export const AddPasskey = ({ words }: { words: AccountWords }) => (
  <>
    <h1>{words.addPasskey.title}</h1>
    <p class="text">{words.addPasskey.text}</p>
    <p class="message alert" id="no-script">
      {words.addPasskey.noScript}
    </p>
    <p class="message alert" id="not-here" role="alert" hidden>
      {words.addPasskey.notHere}
    </p>
    <p class="message alert" id="wrong" role="alert" hidden></p>
    <form method="post" id="add-passkey" hidden>
      <Field
        name="name"
        label={words.addPasskey.name}
        hint={words.addPasskey.hint}
        value={words.addPasskey.suggestion}
        autocomplete="off"
        maxlength={100}
      />
      <button class="button" type="submit" id="add">
        {words.addPasskey.submit}
      </button>
    </form>
    <Back words={words} to="/account/security" />
  </>
)

type Props = { words: AccountWords; page: Extract<AccountPage, { kind: 'passkey' }> }

export const PasskeyForms = ({ words, page: { passkey, wrong } }: Props) => (
  <>
    <h1>{passkey.name}</h1>
    <form method="post" action="/account/passkey">
      <Hidden fields={{ id: passkey.id }} />
      <Field
        name="name"
        label={words.passkey.name}
        value={passkey.name}
        autocomplete="off"
        wrong={wrong === 'name' ? words.wrong.name : null}
        maxlength={100}
      />
      <button class="button second" type="submit">
        {words.passkey.rename}
      </button>
    </form>
    <h2>{words.passkey.removeTitle}</h2>
    <p class="text">{words.passkey.removeText}</p>
    <form method="post" action="/account/passkey/remove">
      <Hidden fields={{ id: passkey.id }} />
      <button class="button danger" type="submit">
        {words.passkey.remove}
      </button>
    </form>
    <Back words={words} to="/account/security" />
  </>
)
