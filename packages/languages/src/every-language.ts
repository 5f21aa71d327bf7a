// Loads all languages before anything that imports this runs: for the server, whose visitors read any of them.
import { languageTags } from './languages.ts'
import { loadLanguage, messagesFor } from './translations.ts'

await Promise.all(languageTags.map((language) => loadLanguage(language, 'pages')))

export { messagesFor }
