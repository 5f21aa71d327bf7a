// Verifies webhook signatures, written from the standards rather than with the server's code.
import { createHmac } from 'node:crypto'
import type { IncomingRequest } from './webhook-receiver.ts'

/** Whether `X-SVC-Signature` is by this secret. */
export function isSvcSignedBy({ headers, body }: IncomingRequest, secret: string): boolean {
  return headers['x-svc-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** Whether one of the signatures of Standard Webhooks is by this secret. */
export function isStandardSignedBy({ headers, body }: IncomingRequest, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature)
}
