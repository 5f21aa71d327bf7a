// What formatting needs that it doesn't take from Intl.
import type { AllMessages } from '../../messages.ts'

export const formats: AllMessages['formats'] = {
  grouping: '.',
}
