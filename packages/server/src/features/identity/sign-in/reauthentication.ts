// Confirms a user's identity by password or passkey before the session changes the account's security.
import { invalidField, Refusal, type UsedCredential } from '@linnet/contract'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import type { Account } from '../accounts/index.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'

interface ReauthenticationNeeds
  extends Pick<SignInNeeds, 'accounts' | 'audit' | 'authenticators' | 'sessions' | 'transaction'> {
  failedTries: FailedTries
}

interface IdentityProof {
  password?: string
  /** A passkey's answer, instead of the password. */
  credential?: UsedCredential
  client: Client
  now: number
}

/**
 * The session's new token; the check lasts ten minutes. The old token ends, so that a thief who has it gains nothing from the
 * owner's check (OWASP ASVS 5, 7.2.4).
 */
export async function reauthenticate(
  needs: ReauthenticationNeeds,
  caller: Caller,
  proof: IdentityProof,
): Promise<string> {
  const { accounts, audit, sessions, transaction } = needs
  const { client, now } = proof
  const { account, how } = await accountOf(needs, caller, proof)
  return await transaction(async (tx) => {
    // Checking a password takes a while, and it may have changed meanwhile.
    if (!(await accounts.lockIfUnchanged(tx, account))) throw new Refusal('wrong_password')
    const token = await sessions.renew(tx, caller.credential, now)
    if (token === null) throw new Refusal('unauthenticated', 'Sign in first.')
    await audit.write(tx, { userId: account.id, action: 'reauthenticated', detail: { how }, client, now })
    return token
  })
}

async function accountOf(
  { accounts, authenticators, failedTries }: ReauthenticationNeeds,
  caller: Caller,
  { password, credential, client, now }: IdentityProof,
): Promise<{ account: Account; how: string }> {
  if (credential !== undefined && password === undefined)
    return { account: await authenticators.confirmPasskey(caller, credential, now), how: 'passkey' }
  if (password === undefined || credential !== undefined)
    throw invalidField('password', { code: 'password_required' })
  try {
    return { account: await accounts.confirmPassword(caller, password), how: 'password' }
  } catch (error) {
    // The owner should see that someone is guessing in an open session.
    if (error instanceof Refusal && error.code === 'wrong_password') {
      failedTries.count++
      failedTries.note(caller.personId, client, now)
    }
    throw error
  }
}
