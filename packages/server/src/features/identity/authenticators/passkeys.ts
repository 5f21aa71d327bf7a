// Passkeys (WebAuthn 3): creating them, and signing in with them instead of a password and a one-time code.
import { type NewCredential, Refusal, type UsedCredential } from '@linnet/contract'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import { newId, randomText } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Pending } from './pending.ts'
import type { AuthenticatorStore, PasskeyRow } from './store.ts'

export interface PasskeyNeeds {
  store: AuthenticatorStore
  pending: Pending
  audit: Audit
  accounts: Pick<Accounts, 'byId' | 'requireAnotherWayIn'>
  /** The domain that passkeys are bound to, and the origins that may use them. */
  relyingParty: { id: string; origins: string[] }
}

const mostPasskeys = 50

// Loaded when it is needed: with its certificate parsers it takes 25 MB and a tenth of a second.
const library = () => import('@simplewebauthn/server')

type WebAuthnOptions = Record<string, unknown> & { challenge: string }

/** Who may answer a challenge: anyone who signs in, or the user of a session. */
interface Answerer {
  userId: number | null
  /** The session that may answer it, or empty. */
  subject: string
}

/** Issues a new challenge, which can be answered once. */
async function newChallenge(
  { store, pending }: PasskeyNeeds,
  of: Answerer & { now: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(randomText(43))
  const token = Buffer.from(bytes).toString('base64url')
  await store.transaction((tx) => pending.issue(tx, { ...of, token, purpose: 'passkey', payload: {} }))
  return bytes
}

/** Uses up the challenge that a credential answers; refuses one that is no longer valid, or is for somebody else. */
async function takeChallenge(
  { store, pending }: PasskeyNeeds,
  clientDataJSON: string,
  of: Answerer & { now: number },
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const link = challenge === null ? null : await pending.find(challenge, 'passkey', of.now)
  const taken = link && (await store.transaction((tx) => pending.use(tx, link, of.now)))
  // A challenge for signing in has no account, and one for creating a passkey is valid only in its session.
  if (challenge === null || !taken || link.userId !== of.userId || link.subject !== of.subject)
    throw new Refusal('gone', 'This request has expired or was used already. Try again.')
  return challenge
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function requireFewerThanMost(passkeys: number): void {
  if (passkeys >= mostPasskeys)
    throw new Refusal('forbidden', `An account can have at most ${mostPasskeys} passkeys. Remove one first.`)
}

/** The session's id, because its token changes when the user confirms their identity in the meantime. */
const creationSubject = ({ session }: Caller) => session?.id ?? ''

/** WebAuthn options to create a passkey, valid for five minutes in this session. */
export async function creationOptions(
  needs: PasskeyNeeds,
  { caller, account, now }: { caller: Caller; account: Account; now: number },
): Promise<WebAuthnOptions> {
  const { generateRegistrationOptions } = await library()
  const known = await needs.store.passkeysOf(account.id)
  requireFewerThanMost(known.length)
  const options = await generateRegistrationOptions({
    rpName: 'Linnet',
    rpID: needs.relyingParty.id,
    userID: new TextEncoder().encode(account.public_id),
    userName: account.email,
    userDisplayName: account.name || account.email,
    challenge: await newChallenge(needs, { userId: account.id, subject: creationSubject(caller), now }),
    attestationType: 'none',
    excludeCredentials: known.map(credentialDescriptor),
    // Discoverable without an e-mail address, and unlocked by fingerprint, face or PIN: it counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as unknown as WebAuthnOptions
}

interface NewPasskey {
  caller: Caller
  name: string
  credential: NewCredential
  client: Client
  now: number
}

/** Stores the passkey that was created for a challenge of this session. */
export async function addPasskey(
  needs: PasskeyNeeds,
  { caller, name, credential, client, now }: NewPasskey,
): Promise<PasskeyRow> {
  const { store, audit, relyingParty } = needs
  const { personId: userId } = caller
  const expectedChallenge = await takeChallenge(needs, credential.response.clientDataJSON, {
    userId,
    subject: creationSubject(caller),
    now,
  })
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  }).catch(refuseNewPasskey)
  if (!registrationInfo) return refuseNewPasskey()
  const { credential: registered } = registrationInfo
  const row: PasskeyRow = {
    id: newId('psk', now),
    user_id: userId,
    credential_id: registered.id,
    public_key: registered.publicKey,
    counter: registered.counter,
    transports: credential.response.transports.join(' '),
    name,
    created_at: unixSeconds(now),
    last_used_at: null,
  }
  await store.transaction(async (tx) => {
    // Checked again: others may have been added since the challenge was issued.
    requireFewerThanMost(await store.countPasskeysForUpdate(tx, userId))
    if (!(await store.insertPasskey(tx, row))) return refuseNewPasskey()
    await audit.write(tx, { userId, action: 'passkey_added', detail: { passkey: row.id, name }, client, now })
  })
  return row
}

/** Deletes all passkeys of an account, with one audit entry that has their number. */
export async function endPasskeys(
  { store, audit }: Pick<PasskeyNeeds, 'store' | 'audit'>,
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  const count = await store.deletePasskeys(tx, userId)
  if (count > 0)
    await audit.write(tx, {
      userId,
      action: 'passkey_removed',
      detail: { count: String(count) },
      client,
      now,
    })
}

const anybody: Answerer = { userId: null, subject: '' }

/** A challenge to confirm an identity is valid for nothing else, and only in its session. */
function ownerOf({ personId: userId, credential }: Caller): Answerer {
  return { userId, subject: `reauthentication ${credential}` }
}

/** WebAuthn request options to sign in with any passkey. */
export function signInOptions(needs: PasskeyNeeds, now: number): Promise<WebAuthnOptions> {
  return requestOptions(needs, { answerer: anybody, allowed: [], now })
}

/** WebAuthn request options to confirm the user's identity with a passkey of the account. */
export async function confirmationOptions(
  needs: PasskeyNeeds,
  caller: Caller,
  now: number,
): Promise<WebAuthnOptions> {
  const allowed = await needs.store.passkeysOf(caller.personId)
  return await requestOptions(needs, { answerer: ownerOf(caller), allowed, now })
}

async function requestOptions(
  needs: PasskeyNeeds,
  { answerer, allowed, now }: { answerer: Answerer; allowed: PasskeyRow[]; now: number },
): Promise<WebAuthnOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: needs.relyingParty.id,
    challenge: await newChallenge(needs, { ...answerer, now }),
    allowCredentials: allowed.map(credentialDescriptor),
    userVerification: 'required',
  })
  return options as unknown as WebAuthnOptions
}

/** The account whose passkey answered a sign-in challenge; refuses an invalid answer with `wrong_password`. */
export function accountOfPasskey(
  needs: PasskeyNeeds,
  credential: UsedCredential,
  now: number,
): Promise<Account> {
  return verify(needs, { credential, answerer: anybody, now })
}

/** The caller's account, if one of its passkeys answered a challenge of this session. */
export async function confirmPasskey(
  needs: PasskeyNeeds,
  { caller, credential, now }: { caller: Caller; credential: UsedCredential; now: number },
): Promise<Account> {
  const account = await verify(needs, { credential, answerer: ownerOf(caller), now })
  return account.id === caller.personId ? account : refuseUnknownPasskey()
}

/** The account of the passkey, once its answer is verified and recorded. */
async function verify(
  needs: PasskeyNeeds,
  { credential, answerer, now }: { credential: UsedCredential; answerer: Answerer; now: number },
): Promise<Account> {
  const { store, accounts, relyingParty } = needs
  const { clientDataJSON, userHandle: given } = credential.response
  const expectedChallenge = await takeChallenge(needs, clientDataJSON, { ...answerer, now })
  const passkey = await store.passkeyOfCredential(credential.id)
  const account = passkey && (await accounts.byId(passkey.user_id))
  if (!passkey || !account) return refuseUnknownPasskey()
  // The user that the authenticator names must be the owner (WebAuthn 3, section 7.2, step 6). A passkey that was requested
  // by its id need not name one.
  const userHandle = given || (answerer.userId === account.id ? handleOf(account) : '')
  if (userHandle !== handleOf(account)) return refuseUnknownPasskey()
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: { ...credential.response, userHandle } },
    expectedChallenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(refuseUnknownPasskey)
  if (!verified) return refuseUnknownPasskey()
  const used = await store.transaction((tx) =>
    store.usePasskey(tx, passkey, authenticationInfo.newCounter, unixSeconds(now)),
  )
  return used ? account : refuseUnknownPasskey()
}

const handleOf = ({ public_id }: Account) => Buffer.from(public_id).toString('base64url')

const credentialDescriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports.split(' ').filter(Boolean),
})

// The library explains in detail what was wrong, which would mostly help attackers.
function refuseNewPasskey(): never {
  throw new Refusal('forbidden', "This passkey can't be used here. Create another one.")
}

function refuseUnknownPasskey(): never {
  throw new Refusal('wrong_password', "This passkey isn't registered here. Sign in another way.")
}
