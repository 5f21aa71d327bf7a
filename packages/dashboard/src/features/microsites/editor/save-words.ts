// What the buttons of forms say.
import { defineWords } from '../../../lib/language.ts'

export const formSaveWords = defineWords({
  en: { save: 'Save' },
  id: { save: 'Simpan' },
})
