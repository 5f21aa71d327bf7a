// The labels of forms' buttons.
import { defineMessages } from '../../../lib/language.ts'

export const formSaveMessages = defineMessages({
  en: { save: 'Save' },
  id: { save: 'Simpan' },
})
