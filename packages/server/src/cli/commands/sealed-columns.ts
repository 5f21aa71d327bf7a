// All columns that hold sealed secrets for longer than a day, for `secret reseal` and the doctor.

import { sealedWebhookSecrets } from '../../features/developer/webhooks/index.ts'
import { sealedSecondFactors } from '../../features/identity/authenticators/index.ts'
import type { SealedColumn } from '../../platform/security/sealed-column.ts'

export const sealedColumns: SealedColumn[] = [sealedSecondFactors, sealedWebhookSecrets]
