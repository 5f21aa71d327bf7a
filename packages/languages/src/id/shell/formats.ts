// What formatting needs besides Intl.
import type { AllMessages } from '../../messages.ts'

export const formats: AllMessages['formats'] = {
  grouping: '.',
  justNow: 'baru saja',
}
