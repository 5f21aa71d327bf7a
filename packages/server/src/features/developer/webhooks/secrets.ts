// The secrets by which an endpoint's deliveries are signed: making one, and changing over to a new one.
import { randomBytes } from 'node:crypto'
import { Refusal } from '@linnet/contract'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { readSecrets, type SealedSecret, sealingContext, writeSecrets } from '../../events/index.ts'

/** By which secret scanners, and the libraries of Standard Webhooks, know them. */
const prefix = 'whsec_'
const secretBytes = 32
const keptSeconds = 24 * 60 * 60
// Every one of them is a signature in every delivery.
const mostAtOnce = 5

export interface NewSecret {
  /** The secret itself, which is only ever shown in the answer that it was made for. */
  secret: string
  /** What the endpoint's row keeps. */
  text: string
}

export function firstSecret(secrets: Secrets, publicId: string): NewSecret {
  return withNew(secrets, publicId, [])
}

/**
 * A new secret beside those of `text`, which stay valid for 24 hours from `now` (Unix seconds), or end at once. Refuses
 * with `plan_limit` where too many would be valid.
 */
export function rotatedSecret(
  secrets: Secrets,
  { publicId, text, keepOld, now }: { publicId: string; text: string; keepOld: boolean; now: number },
): NewSecret {
  const old = keepOld ? readSecrets(text, now) : []
  if (old.length >= mostAtOnce)
    throw new Refusal(
      'plan_limit',
      `${mostAtOnce} secrets of this webhook are valid already. End the old ones first.`,
    )
  const ending = old.map(({ sealed, until }) => ({ sealed, until: until ?? now + keptSeconds }))
  return withNew(secrets, publicId, ending)
}

function withNew(secrets: Secrets, publicId: string, old: SealedSecret[]): NewSecret {
  const secret = prefix + randomBytes(secretBytes).toString('base64')
  const sealed = secrets.seal(secret, sealingContext(publicId))
  return { secret, text: writeSecrets([...old, { sealed, until: null }]) }
}

/** The newest secret alone, as a row keeps it. */
export function newestOnly(text: string, now: number): string {
  return writeSecrets(readSecrets(text, now).filter(({ until }) => until === null))
}

/** The newest secret itself; null where it was sealed with another key. */
export function newestSecret(secrets: Secrets, publicId: string, text: string, now: number): string | null {
  const newest = readSecrets(text, now).find(({ until }) => until === null)
  return newest ? secrets.open(newest.sealed, sealingContext(publicId)) : null
}

/** Until when old secrets are valid too, in Unix seconds; null where none is. */
export function oldSecretsUntil(text: string, now: number): number | null {
  const ends = readSecrets(text, now).flatMap(({ until }) => until ?? [])
  return ends.length > 0 ? Math.max(...ends) : null
}
