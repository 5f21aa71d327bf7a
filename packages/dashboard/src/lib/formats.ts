// Formats numbers, dates and durations in the chosen language.
import { useLanguage } from './language.ts'
import { type Formats, formatsIn } from './language-formats.ts'

export type { Formats }

export function useFormats(): Formats {
  return formatsIn(useLanguage())
}
