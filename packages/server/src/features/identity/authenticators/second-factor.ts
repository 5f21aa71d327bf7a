// The second factor: turning it on and off, and taking the code that somebody signs in with.
import { invalidField, Refusal } from '@linnet/contract'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { digitsOf, newSecret, secretUri, stepOfCode } from './one-time-codes.ts'
import type { Pending } from './pending.ts'
import { hashOf, newRecoveryCodes } from './recovery-codes.ts'
import { sealingContext } from './sealed-secrets.ts'
import type { AuthenticatorStore } from './store.ts'

export interface SecondFactorNeeds {
  store: AuthenticatorStore
  pending: Pending
  audit: Audit
  secrets: Secrets
  /** What apps call this instance: its host, without a port, for a colon would end the name. */
  issuer: string
}

/** Who does something to the second factor, and when. */
export interface SecondFactorChange {
  userId: number
  client: Client
  now: number
}

export interface Enrolment {
  /** Base 32. */
  secret: string
  uri: string
}

const enrolment = 'second factor'
// Of a million codes three fit at any time: twenty tries an hour find one in some two years.
const mostFailures = 20
const failureSeconds = 60 * 60

/** One enrolment per session: whoever begins another forgets the first. */
const enrolmentToken = ({ session }: Caller) => `${enrolment} ${session?.id}`

/** Makes a secret that counts once a code of it has come from the same session. */
export async function beginEnrolment(
  { store, pending, secrets, issuer }: SecondFactorNeeds,
  caller: Caller,
  email: string,
  now: number,
): Promise<Enrolment> {
  const secret = newSecret()
  await store.transaction(async (tx) => {
    if (await store.sealedSecret(caller.userId, tx))
      throw new Refusal('forbidden', 'One-time codes are on already. Turn them off first.')
    await pending.issue(tx, {
      token: enrolmentToken(caller),
      purpose: enrolment,
      userId: caller.userId,
      subject: '',
      payload: { sealed: secrets.seal(secret, sealingContext(caller.userId)) },
      now,
    })
  })
  return { secret, uri: secretUri(secret, issuer, email) }
}

/** What this session has begun, to be shown again; null where it has not, or too long ago. */
export async function pendingEnrolment(
  needs: SecondFactorNeeds,
  caller: Caller,
  email: string,
  now: number,
): Promise<Enrolment | null> {
  const begun = await enrolmentOf(needs, caller, now)
  return begun && { secret: begun.secret, uri: secretUri(begun.secret, needs.issuer, email) }
}

async function enrolmentOf({ pending, secrets }: SecondFactorNeeds, caller: Caller, now: number) {
  const link = await pending.find(enrolmentToken(caller), enrolment, now)
  if (!link) return null
  const { sealed } = link.payload
  const secret = secrets.open(sealed, sealingContext(caller.userId))
  return secret === null ? null : { link, sealed, secret }
}

/** Turns one-time codes on; gives the recovery codes. */
export async function confirmEnrolment(
  needs: SecondFactorNeeds,
  caller: Caller,
  typed: string,
  { client, now }: Omit<SecondFactorChange, 'userId'>,
): Promise<string[]> {
  const { store, pending, audit } = needs
  const begun = await enrolmentOf(needs, caller, now)
  if (!begun) throw new Refusal('gone', 'This was begun too long ago, or not at all. Begin again.')
  const digits = digitsOf(typed)
  const step = digits === null ? null : stepOfCode(begun.secret, digits, now)
  if (step === null) throw invalidField('code', 'is not the code that the app shows now; type the newest one')
  const { userId } = caller
  const { codes, hashes } = newRecoveryCodes()
  await store.transaction(async (tx) => {
    await store.holdSecondFactor(tx, userId)
    const ended = await pending.use(tx, begun.link, now)
    if (!ended || !(await store.enable(tx, userId, begun.sealed, step)))
      throw new Refusal('forbidden', 'One-time codes are on already. Turn them off first.')
    await store.replaceRecoveryCodes(tx, userId, hashes)
    await audit.write(tx, { userId, action: 'second_factor_enabled', client, now })
  })
  return codes
}

/** Turns one-time codes off; false where they were off. */
export function disable(
  { store, audit }: Pick<SecondFactorNeeds, 'store' | 'audit'>,
  deed: SecondFactorChange,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    await store.holdSecondFactor(tx, deed.userId)
    const wasOn = await store.disable(tx, deed.userId)
    if (wasOn) await audit.write(tx, { ...deed, action: 'second_factor_disabled' })
    return wasOn
  })
}

/** Ten new codes in place of those that there are. */
export async function renewCodes(
  { store, audit }: SecondFactorNeeds,
  deed: SecondFactorChange,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes()
  await store.transaction(async (tx) => {
    await store.holdSecondFactor(tx, deed.userId)
    if (!(await store.sealedSecret(deed.userId, tx)))
      throw new Refusal('forbidden', 'Recovery codes belong to one-time codes. Turn those on first.')
    await store.replaceRecoveryCodes(tx, deed.userId, hashes)
    await audit.write(tx, { ...deed, action: 'recovery_codes_renewed' })
  })
  return codes
}

export type FactorTaken = 'one-time code' | 'recovery code'

/**
 * Takes the code of somebody who has proved the password: which kind it was, or null where it is wrong or was used
 * before. After twenty failures in an hour one-time codes are refused with `rate_limited`; recovery codes never are.
 */
export async function takeCode(
  needs: SecondFactorNeeds,
  typed: string,
  deed: SecondFactorChange,
): Promise<FactorTaken | null> {
  const { store, audit } = needs
  const outcome = await store.transaction(async (tx) => {
    // One after the other: guesses that come at once are counted as well.
    await store.holdSecondFactor(tx, deed.userId)
    const sealed = await store.sealedSecret(deed.userId, tx)
    if (sealed === null) return null
    const digits = digitsOf(typed)
    const since = unixSeconds(deed.now) - failureSeconds
    const limited = await audit.latest(tx, deed.userId, 'second_factor_failed', mostFailures, since)
    if (limited !== null && digits !== null) return { wait: limited - since }
    if (digits === null) {
      if (await takeRecoveryCode(needs, tx, typed, deed)) return 'recovery code'
    } else if (await takeOneTimeCode(needs, tx, sealed, digits, deed)) return 'one-time code'
    // Past the limit no more lines: nobody fills the log by guessing.
    if (limited === null) await audit.write(tx, { ...deed, action: 'second_factor_failed' })
    return null
  })
  if (outcome !== null && typeof outcome === 'object')
    throw new Refusal(
      'rate_limited',
      'Too many wrong codes. Wait until the hour is over, or use a recovery code.',
      undefined,
      Math.max(1, outcome.wait),
    )
  return outcome
}

async function takeOneTimeCode(
  { store, secrets }: SecondFactorNeeds,
  tx: Tx,
  sealed: string,
  digits: string,
  { userId, now }: SecondFactorChange,
): Promise<boolean> {
  const secret = secrets.open(sealed, sealingContext(userId))
  // Sealed with another key: the log has said so at the start, and recovery codes work.
  if (secret === null) return false
  const step = stepOfCode(secret, digits, now)
  return step !== null && (await store.takeStep(tx, userId, sealed, step))
}

async function takeRecoveryCode(
  { store, audit }: SecondFactorNeeds,
  tx: Tx,
  typed: string,
  deed: SecondFactorChange,
): Promise<boolean> {
  if (!(await store.takeRecoveryCode(tx, deed.userId, hashOf(typed), unixSeconds(deed.now)))) return false
  const left = String(await store.recoveryCodesLeft(deed.userId, tx))
  await audit.write(tx, { ...deed, action: 'recovery_code_used', detail: { left } })
  return true
}
