// How the secrets of webhook endpoints are sealed in the database.
import type { SealedColumn } from '../../../platform/security/sealed-column.ts'
import { type SealedSecret, sealingContext, writeSecrets } from '../../events/index.ts'

/** The lock for changing which endpoints an account has, or their secrets. */
export const webhooksLock = (userId: number): string => `webhooks:${userId}`

export const sealedWebhookSecrets: SealedColumn = {
  what: 'webhook secrets',
  table: 'webhook_endpoints',
  column: 'secrets',
  userColumn: 'user_id',
  nameColumn: 'public_id',
  lock: ({ userId }) => webhooksLock(userId),
  map: ({ name, text }, change) =>
    writeSecrets(
      (JSON.parse(text) as SealedSecret[]).map(({ sealed, until }) => ({
        sealed: change(sealed, sealingContext(name)),
        until,
      })),
    ),
}
