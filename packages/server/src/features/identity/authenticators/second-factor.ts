// The second factor: turning it on and off, and checking the code that a user signs in with.
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
  /** The name of this server in authenticator apps: its host, without a port, because a colon would end the name. */
  issuer: string
}

/** Whose second factor is changed or used, by which client and when. */
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

interface EnrolmentRequest {
  caller: Caller
  /** The account's e-mail address, for the name in the app. */
  email: string
  now: number
}

const enrolment = 'second factor'
// Three of a million codes are right at any time: with twenty tries an hour, finding one takes about two years.
const mostFailures = 20
const failureSeconds = 60 * 60

/** One enrolment per session: another one replaces it. */
const enrolmentToken = ({ session }: Caller) => `${enrolment} ${session?.id}`

/** Creates a secret that takes effect when the same session sends a code made with it. */
export async function beginEnrolment(
  { store, pending, secrets, issuer }: SecondFactorNeeds,
  { caller, email, now }: EnrolmentRequest,
): Promise<Enrolment> {
  const secret = newSecret()
  await store.transaction(async (tx) => {
    if (await store.sealedSecret(caller.personId, tx))
      throw new Refusal('forbidden', 'Two-factor authentication is already on. Turn it off first.')
    await pending.issue(tx, {
      token: enrolmentToken(caller),
      purpose: enrolment,
      userId: caller.personId,
      subject: '',
      payload: { sealed: secrets.seal(secret, sealingContext(caller.personId)) },
      now,
    })
  })
  return { secret, uri: secretUri(secret, issuer, email) }
}

/** The enrolment that this session has begun, to be shown again; null if there is none, or it has expired. */
export async function pendingEnrolment(
  needs: SecondFactorNeeds,
  { caller, email, now }: EnrolmentRequest,
): Promise<Enrolment | null> {
  const found = await enrolmentOf(needs, caller, now)
  return found && { secret: found.secret, uri: secretUri(found.secret, needs.issuer, email) }
}

async function enrolmentOf({ pending, secrets }: SecondFactorNeeds, caller: Caller, now: number) {
  const link = await pending.find(enrolmentToken(caller), enrolment, now)
  if (!link) return null
  const { sealed } = link.payload
  const secret = secrets.open(sealed, sealingContext(caller.personId))
  return secret === null ? null : { link, sealed, secret }
}

/** Turns one-time codes on; returns the recovery codes. */
export async function confirmEnrolment(
  needs: SecondFactorNeeds,
  caller: Caller,
  { code, client, now }: { code: string; client: Client; now: number },
): Promise<string[]> {
  const { store, pending, audit } = needs
  const begun = await enrolmentOf(needs, caller, now)
  if (!begun) throw new Refusal('gone', 'This has expired, or was never started. Start over.')
  const digits = digitsOf(code)
  const step = digits === null ? null : stepOfCode(begun.secret, digits, now)
  if (step === null) throw invalidField('code', { code: 'code_not_current' })
  const { personId: userId } = caller
  const { codes, hashes } = newRecoveryCodes()
  await store.transaction(async (tx) => {
    await store.lockSecondFactor(tx, userId)
    const ended = await pending.use(tx, begun.link, now)
    if (!ended || !(await store.enable(tx, userId, begun.sealed, step)))
      throw new Refusal('forbidden', 'Two-factor authentication is already on. Turn it off first.')
    await store.replaceRecoveryCodes(tx, userId, hashes)
    await audit.write(tx, { userId, action: 'second_factor_enabled', client, now })
  })
  return codes
}

/** Turns one-time codes off; false if they were off. */
export function disable(
  { store, audit }: Pick<SecondFactorNeeds, 'store' | 'audit'>,
  change: SecondFactorChange,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    await store.lockSecondFactor(tx, change.userId)
    const wasOn = await store.disable(tx, change.userId)
    if (wasOn) await audit.write(tx, { ...change, action: 'second_factor_disabled' })
    return wasOn
  })
}

/** Replaces the recovery codes with ten new ones. */
export async function renewCodes(
  { store, audit }: SecondFactorNeeds,
  change: SecondFactorChange,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes()
  await store.transaction(async (tx) => {
    await store.lockSecondFactor(tx, change.userId)
    if (!(await store.sealedSecret(change.userId, tx)))
      throw new Refusal('forbidden', 'Recovery codes need two-factor authentication. Turn it on first.')
    await store.replaceRecoveryCodes(tx, change.userId, hashes)
    await audit.write(tx, { ...change, action: 'recovery_codes_renewed' })
  })
  return codes
}

interface CodeAttempt extends SecondFactorChange {
  /** As the user has typed it. */
  code: string
}

export type FactorTaken = 'one-time code' | 'recovery code'

/**
 * Uses the code of a user who has given the right password. Returns its kind, or null if it is wrong or was used before.
 * After twenty failures in an hour one-time codes are refused with `rate_limited`; recovery codes never are.
 */
export async function takeCode(needs: SecondFactorNeeds, attempt: CodeAttempt): Promise<FactorTaken | null> {
  const { store, audit } = needs
  const { userId, code, client, now } = attempt
  const outcome = await store.transaction(async (tx) => {
    // One at a time, so that concurrent guesses count as well.
    await store.lockSecondFactor(tx, userId)
    const sealed = await store.sealedSecret(userId, tx)
    if (sealed === null) return null
    const digits = digitsOf(code)
    const since = unixSeconds(now) - failureSeconds
    const limited = await audit.latest(tx, userId, 'second_factor_failed', mostFailures, since)
    if (limited !== null && digits !== null) return { wait: limited - since }
    if (digits === null) {
      if (await takeRecoveryCode(needs, tx, attempt)) return 'recovery code'
    } else if (await takeOneTimeCode(needs, tx, { ...attempt, sealed, digits })) return 'one-time code'
    // No more entries past the limit, so that guessing can't flood the log.
    if (limited === null) await audit.write(tx, { userId, action: 'second_factor_failed', client, now })
    return null
  })
  if (outcome !== null && typeof outcome === 'object')
    throw new Refusal(
      'rate_limited',
      'Too many wrong codes. Try again in an hour, or use a recovery code.',
      undefined,
      Math.max(1, outcome.wait),
    )
  return outcome
}

async function takeOneTimeCode(
  { store, secrets }: SecondFactorNeeds,
  tx: Tx,
  { userId, sealed, digits, now }: { userId: number; sealed: string; digits: string; now: number },
): Promise<boolean> {
  const secret = secrets.open(sealed, sealingContext(userId))
  // Sealed with another key, which was logged at start-up. Recovery codes still work.
  if (secret === null) return false
  const step = stepOfCode(secret, digits, now)
  return step !== null && (await store.takeStep(tx, userId, sealed, step))
}

async function takeRecoveryCode(
  { store, audit }: SecondFactorNeeds,
  tx: Tx,
  { userId, code, client, now }: CodeAttempt,
): Promise<boolean> {
  if (!(await store.takeRecoveryCode(tx, userId, hashOf(code), unixSeconds(now)))) return false
  const left = String(await store.recoveryCodesLeft(userId, tx))
  await audit.write(tx, { userId, action: 'recovery_code_used', detail: { left }, client, now })
  return true
}
