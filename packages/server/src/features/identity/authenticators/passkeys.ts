// Passkeys (WebAuthn 3): making one, and signing in with it, which replaces password and one-time code together.
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
  accounts: Pick<Accounts, 'byId'>
  /** The domain that passkeys are bound to, and the origins that may use them. */
  relyingParty: { id: string; origins: string[] }
}

const mostPasskeys = 50

// With its parsers of certificates it takes 25 MB and a tenth of a second, which who has no passkeys need not spend.
const library = () => import('@simplewebauthn/server')

type Json = Record<string, unknown> & { challenge: string }

/** Keeps a new challenge, once: `subject` is the session that may answer it, or empty. */
async function newChallenge(
  { store, pending }: PasskeyNeeds,
  of: { userId: number | null; subject: string; now: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(randomText(43))
  const token = Buffer.from(bytes).toString('base64url')
  await store.transaction((tx) => pending.issue(tx, { ...of, token, purpose: 'passkey', payload: {} }))
  return bytes
}

/** Takes the challenge that a credential answers, which no other can answer any more; refuses one that is not open. */
async function takeChallenge(
  { store, pending }: PasskeyNeeds,
  clientDataJSON: string,
  of: { userId: number | null; subject: string; now: number },
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const link = challenge === null ? null : await pending.find(challenge, 'passkey', of.now)
  const taken = link && (await store.transaction((tx) => pending.use(tx, link, of.now)))
  // A challenge for signing in has no account, and one for making a passkey only counts in its session.
  if (challenge === null || !taken || link.userId !== of.userId || link.subject !== of.subject)
    throw new Refusal('gone', 'This took too long, or was done before. Try again.')
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

function requireRoom(passkeys: number): void {
  if (passkeys >= mostPasskeys)
    throw new Refusal('forbidden', `An account has ${mostPasskeys} passkeys at most. Remove one first.`)
}

/** The session's id, because its token changes when the user confirms their identity in the meantime. */
const creationSubject = ({ session }: Caller) => session?.id ?? ''

/** What the browser needs to make a passkey, for five minutes and this session. */
export async function creationOptions(
  needs: PasskeyNeeds,
  caller: Caller,
  account: Account,
  now: number,
): Promise<Json> {
  const { generateRegistrationOptions } = await library()
  const known = await needs.store.passkeysOf(account.id)
  requireRoom(known.length)
  const options = await generateRegistrationOptions({
    rpName: 'Linnet',
    rpID: needs.relyingParty.id,
    userID: new TextEncoder().encode(account.public_id),
    userName: account.email,
    userDisplayName: account.name || account.email,
    challenge: await newChallenge(needs, { userId: account.id, subject: creationSubject(caller), now }),
    attestationType: 'none',
    excludeCredentials: known.map(identified),
    // Found without an e-mail address, and unlocked by a finger, a face or a PIN: it stands for both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as unknown as Json
}

/** Keeps the passkey that was made for a challenge of this session. */
export async function addPasskey(
  needs: PasskeyNeeds,
  caller: Caller,
  { name, credential }: { name: string; credential: NewCredential },
  { client, now }: { client: Client; now: number },
): Promise<PasskeyRow> {
  const { store, audit, relyingParty } = needs
  const { userId } = caller
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
  }).catch(refuseUnfit)
  if (!registrationInfo) return refuseUnfit()
  const made = registrationInfo.credential
  const row: PasskeyRow = {
    id: newId('psk', now),
    user_id: userId,
    credential_id: made.id,
    public_key: made.publicKey,
    counter: made.counter,
    transports: credential.response.transports.join(' '),
    name,
    created_at: unixSeconds(now),
    last_used_at: null,
  }
  await store.transaction(async (tx) => {
    // Once more: others may have been added since the challenge was given.
    requireRoom(await store.countPasskeysForUpdate(tx, userId))
    if (!(await store.insertPasskey(tx, row))) return refuseUnfit()
    await audit.write(tx, { userId, action: 'passkey_added', detail: { passkey: row.id, name }, client, now })
  })
  return row
}

/** Deletes all passkeys of an account, with one line in the log: how many there were. */
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

/** Who may answer a challenge: anyone who signs in, or the user of a session. */
type Answerer = { userId: number | null; subject: string }

const anybody: Answerer = { userId: null, subject: '' }

/** A challenge to confirm an identity is valid for nothing else, and only in its session. */
function ownerOf({ userId, credential }: Caller): Answerer {
  return { userId, subject: `reauthentication ${credential}` }
}

/** What the browser needs to sign somebody in, whoever it may be. */
export function signInOptions(needs: PasskeyNeeds, now: number): Promise<Json> {
  return requestOptions(needs, anybody, [], now)
}

/** WebAuthn request options to confirm the user's identity with a passkey of the account. */
export async function confirmationOptions(needs: PasskeyNeeds, caller: Caller, now: number): Promise<Json> {
  return await requestOptions(needs, ownerOf(caller), await needs.store.passkeysOf(caller.userId), now)
}

async function requestOptions(
  needs: PasskeyNeeds,
  answerer: Answerer,
  allowed: PasskeyRow[],
  now: number,
): Promise<Json> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: needs.relyingParty.id,
    challenge: await newChallenge(needs, { ...answerer, now }),
    allowCredentials: allowed.map(identified),
    userVerification: 'required',
  })
  return options as unknown as Json
}

/** The account whose passkey answered a sign-in challenge; refuses an invalid answer with `wrong_password`. */
export function accountOfPasskey(
  needs: PasskeyNeeds,
  credential: UsedCredential,
  now: number,
): Promise<Account> {
  return verified(needs, credential, anybody, now)
}

/** The caller's account, if one of its passkeys answered a challenge of this session. */
export async function confirmPasskey(
  needs: PasskeyNeeds,
  caller: Caller,
  credential: UsedCredential,
  now: number,
): Promise<Account> {
  const account = await verified(needs, credential, ownerOf(caller), now)
  return account.id === caller.userId ? account : refuseUnknown()
}

async function verified(
  needs: PasskeyNeeds,
  credential: UsedCredential,
  answerer: Answerer,
  now: number,
): Promise<Account> {
  const { store, accounts, relyingParty } = needs
  const { clientDataJSON, userHandle: given } = credential.response
  const expectedChallenge = await takeChallenge(needs, clientDataJSON, { ...answerer, now })
  const passkey = await store.passkeyOfCredential(credential.id)
  const account = passkey && (await accounts.byId(passkey.user_id))
  if (!passkey || !account) return refuseUnknown()
  // Whom the authenticator takes it for must be whose it is (WebAuthn 3, section 7.2, step 6). One that was asked for by its
  // id need not say.
  const userHandle = given || (answerer.userId === account.id ? handleOf(account) : '')
  if (userHandle !== handleOf(account)) return refuseUnknown()
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
  }).catch(refuseUnknown)
  if (!verified) return refuseUnknown()
  const used = await store.transaction((tx) =>
    store.usePasskey(tx, passkey, authenticationInfo.newCounter, unixSeconds(now)),
  )
  return used ? account : refuseUnknown()
}

const handleOf = ({ public_id }: Account) => Buffer.from(public_id).toString('base64url')

const identified = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports.split(' ').filter(Boolean),
})

// The library says in many words what was wrong, most of which only an attacker could make use of.
function refuseUnfit(): never {
  throw new Refusal('forbidden', 'This passkey cannot be used here. Make another one.')
}

function refuseUnknown(): never {
  throw new Refusal('wrong_password', 'This passkey is not known here. Sign in in another way.')
}
