// The public API of the languages package: which languages there are, which one to use, and their messages.
export { languageOf } from './accept-language.ts'
export {
  defaultLanguage,
  inEveryLanguage,
  isLanguage,
  type Language,
  languages,
  languageTags,
} from './languages.ts'
export type { Messages } from './messages.ts'
export { loadLanguage, messagesFor } from './translations.ts'
