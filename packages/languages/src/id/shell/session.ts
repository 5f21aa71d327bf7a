// The message that the session is still valid.
import type { AllMessages } from '../../messages.ts'

export const session: AllMessages['session'] = { stillIn: 'Anda masih masuk' }
