// All columns that hold sealed secrets for longer than a day, for `secret reseal` and the doctor.
import { sealedSecondFactors } from '../features/authenticators/index.ts'
import { sealedWebhookSecrets } from '../features/webhooks/index.ts'
import type { SealedColumn } from '../platform/sealed-column.ts'

export const sealedColumns: SealedColumn[] = [sealedSecondFactors, sealedWebhookSecrets]
