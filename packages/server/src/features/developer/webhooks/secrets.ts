// The secrets that sign an endpoint's deliveries: creating one, and rotating it.
import { randomBytes } from 'node:crypto'
import { Refusal } from '@linnet/contract'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { readSecrets, type SealedSecret, sealingContext, writeSecrets } from '../../events/index.ts'

/** The prefix by which secret scanners and the libraries of Standard Webhooks recognize them. */
const prefix = 'whsec_'
const secretBytes = 32
const graceSeconds = 24 * 60 * 60
// Each of them adds a signature to every delivery.
const mostAtOnce = 5

export interface NewSecret {
  /** The secret itself, which is shown only in the response that it was created for. */
  secret: string
  /** All valid secrets of the endpoint, sealed, as its row stores them. */
  sealed: string
}

export function firstSecret(secrets: Secrets, publicId: string): NewSecret {
  return addSecret(secrets, publicId, [])
}

/**
 * Adds a new secret. The old ones in `sealed` stay valid for 24 hours from `now` (Unix seconds), or end at once. Refuses
 * with `plan_limit` if too many would be valid.
 */
export function rotatedSecret(
  secrets: Secrets,
  { publicId, sealed, keepOld, now }: { publicId: string; sealed: string; keepOld: boolean; now: number },
): NewSecret {
  const old = keepOld ? readSecrets(sealed, now) : []
  if (old.length >= mostAtOnce)
    throw new Refusal(
      'plan_limit',
      `${mostAtOnce} secrets of this webhook are valid already. End the old ones first.`,
    )
  const ending = old.map(({ sealed, until }) => ({ sealed, until: until ?? now + graceSeconds }))
  return addSecret(secrets, publicId, ending)
}

function addSecret(secrets: Secrets, publicId: string, old: SealedSecret[]): NewSecret {
  const secret = prefix + randomBytes(secretBytes).toString('base64')
  const sealed = secrets.seal(secret, sealingContext(publicId))
  return { secret, sealed: writeSecrets([...old, { sealed, until: null }]) }
}

/** Only the newest secret, sealed as a row stores it. */
export function newestOnly(sealed: string, now: number): string {
  return writeSecrets(readSecrets(sealed, now).filter(({ until }) => until === null))
}

/** The newest secret itself; null if it was sealed with another key. */
export function newestSecret(
  secrets: Secrets,
  { publicId, sealed, now }: { publicId: string; sealed: string; now: number },
): string | null {
  const newest = readSecrets(sealed, now).find(({ until }) => until === null)
  return newest ? secrets.open(newest.sealed, sealingContext(publicId)) : null
}

/** When the last of the old secrets expires, in Unix seconds; null if there is none. */
export function oldSecretsUntil(sealed: string, now: number): number | null {
  const ends = readSecrets(sealed, now).flatMap(({ until }) => until ?? [])
  return ends.length > 0 ? Math.max(...ends) : null
}
