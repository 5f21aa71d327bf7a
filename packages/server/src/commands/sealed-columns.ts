// All columns that hold sealed secrets for longer than a day: what is sealed anew, and looked through by the doctor.
import { sealedSecondFactors } from '../features/authenticators/index.ts'
import { sealedWebhookSecrets } from '../features/webhooks/index.ts'
import type { SealedColumn } from '../platform/sealed-column.ts'

export const sealedColumns: SealedColumn[] = [sealedSecondFactors, sealedWebhookSecrets]
