// The headers of a delivery: what it is, and the signatures that prove where it comes from.

export interface Signable {
  /** The event's id. */
  id: string
  type: string
  body: string
}

/** The values of the two headers that carry signatures. */
export interface Signatures {
  /** Of `X-SVC-Signature`. */
  svc: string
  /** Of `webhook-signature`. */
  standard: string
}

const prefix = 'whsec_'

/**
 * Signs an event for an attempt at `now` (Unix seconds), with the valid secrets, oldest first:
 *
 * - `X-SVC-Signature`: the HMAC-SHA256 of the body in hexadecimal. Its key is the oldest secret as a string,
 *   so that after a rotation, a receiver can switch to the new secret until the old one expires.
 * - `webhook-signature` of Standard Webhooks 1.0.0: the HMAC-SHA256 of id, timestamp and body in base64, for
 *   each decoded secret, newest first, because a receiver that knows only one most likely knows that.
 */
export function sign({ id, body }: Signable, secrets: readonly string[], now: number): Signatures {
  const [oldest = ''] = secrets
  const content = `${id}.${now}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${new Bun.CryptoHasher('sha256', key).update(content).digest('base64')}`
  })
  return {
    svc: `sha256=${new Bun.CryptoHasher('sha256', oldest).update(body).digest('hex')}`,
    standard: signatures.reverse().join(' '),
  }
}

/** The headers of an attempt at `now` (Unix seconds). */
export function deliveryHeaders(
  { id, type }: Pick<Signable, 'id' | 'type'>,
  { svc, standard }: Signatures,
  now: number,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Linnet-Webhooks',
    'X-SVC-Signature': svc,
    'X-SVC-Event': type,
    'X-SVC-Delivery': id,
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': standard,
  }
}
