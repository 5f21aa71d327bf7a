// Passkeys in this browser (WebAuthn 3): creating one, and signing in with one.
import type { ArgumentsOf, api } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, ConnectionLost, ownClient } from './client.ts'

type UsedCredential = NonNullable<ArgumentsOf<typeof api.signIn.reauthenticate>['credential']>
type NewCredential = ArgumentsOf<typeof api.authenticators.addPasskey>['credential']

/** Browsers have both since 2025, but only over https or on localhost. */
const can = (name: 'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON'): boolean =>
  typeof window.PublicKeyCredential?.[name] === 'function'

export const canMakePasskeys = (): boolean => can('parseCreationOptionsFromJSON')
export const canUsePasskeys = (): boolean => can('parseRequestOptionsFromJSON')

/** The account's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: async ({ signal }) => (await ownClient.authenticators.listPasskeys({}, { signal })).data,
})

/** Has the browser create a passkey, which asks the user; throws a `DOMException` if they cancel. */
export async function makePasskey(options: object): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as NewCredential
}

/** Has the browser answer a challenge, which asks the user; throws a `DOMException` if they cancel. */
export async function answerWithPasskey(options: object): Promise<UsedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return used.toJSON() as unknown as UsedCredential
}

/** Signs in with one of the browser's passkeys; throws a `DOMException` or an `ApiError`. */
export async function signInWithPasskey(): Promise<void> {
  const options = (await ask('/account/passkey/options', {})) as object
  await ask('/account/passkey/sign-in', { credential: await answerWithPasskey(options) })
}

/** These two addresses belong to the sign-in page, and are not API operations. */
async function ask(path: string, body: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new ConnectionLost(error)
  })
  const { data, error } = await answer.json()
  if (!answer.ok) throw new ApiError(answer.status, error.code, error.message)
  return data
}
