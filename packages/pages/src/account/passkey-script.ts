// Creates and uses passkeys in the browser (WebAuthn 3). The pages work without it, and then show no passkeys.
import { inEveryLanguage } from '@linnet/languages'
import { passkeyFailuresIn } from '../messages.ts'

// The scripts contain the messages of every language, because a failure is reported in the page's language.
const shared = `
const messages = ${JSON.stringify(inEveryLanguage(passkeyFailuresIn))}[document.documentElement.lang] ?? {}
const find = (id) => document.getElementById(id)
const canParse = (name) => typeof window.PublicKeyCredential?.[name] === 'function'
async function ask(path, body) {
  const answer = await fetch(path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })
  const { data, error } = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(error?.message), { name: error?.code })
  return data
}
async function attempt(button, alert, names, work) {
  alert.hidden = true
  button.disabled = true
  try {
    location.assign(await work())
  } catch (error) {
    const key = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: 'exists',
      rate_limited: 'tries', ...names }[error.name] ?? 'failed'
    alert.textContent = messages[key]
    alert.hidden = false
    button.disabled = false
  }
}
`

/**
 * For the sign-in page: shows `#passkey`, whose `data-return-to` is the next address, and signs in when `#passkey-sign-in`
 * is pressed; failures are shown in `#passkey-wrong`.
 */
export const passkeySignInScript = `(() => {${shared}
if (!canParse('parseRequestOptionsFromJSON')) return
const room = find('passkey')
const button = find('passkey-sign-in')
room.hidden = false
button.addEventListener('click', () => attempt(button, find('passkey-wrong'), { wrong_password: 'unknown' }, async () => {
  const options = await ask('/account/passkey/options', {})
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  const { location } = await ask('/account/passkey/sign-in', { credential: credential.toJSON(), return_to: room.dataset.returnTo })
  return location
}))
})()`

/** For the confirmation page: the same with `#passkey-confirm` and a passkey of the account. */
export const confirmPasskeyScript = `(() => {${shared}
if (!canParse('parseRequestOptionsFromJSON')) return
const room = find('passkey')
const button = find('passkey-confirm')
room.hidden = false
button.addEventListener('click', () => attempt(button, find('passkey-wrong'), { wrong_password: 'unknown' }, async () => {
  const options = await ask('/api/session/reauthentication/options', {})
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  await ask('/api/session/reauthentication', { credential: credential.toJSON() })
  return room.dataset.returnTo
}))
})()`

/** For the page that adds a passkey, when its form `#add-passkey` is submitted. */
export const addPasskeyScript = `(() => {${shared}
const canMake = canParse('parseCreationOptionsFromJSON')
find('no-script').hidden = true
find(canMake ? 'add-passkey' : 'not-here').hidden = false
const form = find('add-passkey')
const button = find('add')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(button, find('wrong'), {}, async () => {
    const { name } = Object.fromEntries(new FormData(form))
    const options = await ask('/api/passkeys/options', {}).catch((error) => {
      if (error.name !== 'reauthentication_required') throw error
    })
    if (!options) return '/account/reauthenticate?return_to=/account/passkeys/add'
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    await ask('/api/passkeys', { name, credential: made.toJSON() })
    return '/account/security?done=passkey-added'
  })
})
})()`
