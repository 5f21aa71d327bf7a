// The labels of form buttons.
import type { AllMessages } from '../../messages.ts'

export const formSaving: AllMessages['formSaving'] = { save: 'Simpan' }
