// Chooses the language of an e-mail to somebody whose own language is unknown.
import { type Language, languages, languageTags } from '@linnet/languages'
import { Field, Select } from './field.tsx'

interface MailLanguageFieldProps {
  label: string
  language: Language
  onChange(language: Language): void
}

export function MailLanguageField({ label, language, onChange }: MailLanguageFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={language} onChange={({ target }) => onChange(target.value as Language)}>
          {languageTags.map((tag) => (
            <option key={tag} value={tag}>
              {languages[tag].name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
