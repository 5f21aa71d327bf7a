// The headers of a delivery: what it is, and the signatures that prove who sent it.

export interface Signable {
  /** The event's id. */
  id: string
  type: string
  body: string
}

const prefix = 'whsec_'

/**
 * The headers of an attempt at this moment (Unix seconds), signed with the secrets that are valid, the oldest first:
 *
 * - `X-SVC-Signature`: HMAC-SHA256 over the body, keyed by the whole text of the oldest secret, in hexadecimal; after a
 *   rotation a receiver so has until that ends to take the new one.
 * - `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks 1.0.0: HMAC-SHA256 over id, timestamp
 *   and body, keyed by the decoded secret, in base64, once for each secret.
 */
export function deliveryHeaders(
  event: Signable,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const [oldest = ''] = secrets
  const content = `${event.id}.${now}.${event.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${new Bun.CryptoHasher('sha256', key).update(content).digest('base64')}`
  })
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Linnet-Webhooks',
    'X-SVC-Signature': `sha256=${new Bun.CryptoHasher('sha256', oldest).update(event.body).digest('hex')}`,
    'X-SVC-Event': event.type,
    'X-SVC-Delivery': event.id,
    'webhook-id': event.id,
    'webhook-timestamp': String(now),
    // The newest first: a receiver that knows only one is most likely to know that.
    'webhook-signature': signatures.reverse().join(' '),
  }
}
