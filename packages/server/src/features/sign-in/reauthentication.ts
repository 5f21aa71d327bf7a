// Confirming who is signed in, by password or passkey, before the session changes the security of its account.
import { invalidField, Refusal, type UsedCredential } from '@linnet/contract'
import type { Caller, Client } from '../../platform/handler.ts'
import type { Account } from '../accounts/index.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'

type Needs = Pick<SignInNeeds, 'accounts' | 'audit' | 'authenticators' | 'sessions' | 'transaction'> & {
  failedTries: FailedTries
}

interface Proof {
  password?: string
  /** A passkey's answer, in place of the password. */
  credential?: UsedCredential
  client: Client
  now: number
}

/**
 * The token under which the session goes on, for ten minutes as one that was just checked. The old one ends, so that who has
 * stolen it gains nothing by the owner's proof (OWASP ASVS 5, 7.2.4).
 */
export async function reauthenticate(needs: Needs, caller: Caller, proof: Proof): Promise<string> {
  const { accounts, audit, sessions, transaction } = needs
  const { client, now } = proof
  const { account, how } = await accountOf(needs, caller, proof)
  return await transaction(async (tx) => {
    // Checking takes a while: what was proved may be an old password by now.
    if (!(await accounts.lockIfUnchanged(tx, account))) throw new Refusal('wrong_password')
    const token = await sessions.renew(tx, caller.credential, now)
    if (token === null) throw new Refusal('unauthenticated', 'Sign in first.')
    await audit.write(tx, { userId: account.id, action: 'reauthenticated', detail: { how }, client, now })
    return token
  })
}

async function accountOf(
  { accounts, authenticators, failedTries }: Needs,
  caller: Caller,
  { password, credential, client, now }: Proof,
): Promise<{ account: Account; how: string }> {
  if (credential !== undefined && password === undefined)
    return { account: await authenticators.confirmPasskey(caller, credential, now), how: 'passkey' }
  if (password === undefined || credential !== undefined)
    throw invalidField('password', 'is required, unless a passkey is sent as credential')
  try {
    return { account: await accounts.confirmPassword(caller, password), how: 'password' }
  } catch (error) {
    // The owner shall see that somebody guesses at an open session.
    if (error instanceof Refusal && error.code === 'wrong_password') {
      failedTries.count++
      failedTries.note(caller.userId, client, now)
    }
    throw error
  }
}
