// What the buttons of forms say.
import { defineWords } from '../../app/language.ts'

export const formSaveWords = defineWords({
  en: { save: 'Save' },
  id: { save: 'Simpan' },
})
