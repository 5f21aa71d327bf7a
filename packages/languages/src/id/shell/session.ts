// What the session reports.
import type { AllMessages } from '../../messages.ts'

export const session: AllMessages['session'] = { stillIn: 'Anda masih masuk' }
