// Labels of the fields of components, with hints where a label is not enough.
import { type Language, messagesFor } from '@linnet/languages'
import { componentFields, componentStyles } from '@linnet/languages/en/microsites/component-fields'

interface FieldMessages {
  label: string
  /** Shown below the field. */
  hint?: string
}

const fields = messagesFor('componentFields', componentFields)
const styles = messagesFor('componentStyles', componentStyles)

/** The messages of a field: those of its kind, or those that all kinds share, or else its name as words. */
export function fieldMessagesOf(kind: string, name: string, language: Language): FieldMessages {
  const messages: Record<string, FieldMessages> = fields(language)
  return messages[`${kind}.${name}`] ?? messages[name] ?? { label: wordsOf(name) }
}

/** What a style is called, such as a kind of border or an effect. */
export function styleLabel(word: string, language: Language): string {
  const labels: Record<string, string> = styles(language)
  return labels[word] ?? wordsOf(word)
}

/** `Start date` of `startDate`. */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
