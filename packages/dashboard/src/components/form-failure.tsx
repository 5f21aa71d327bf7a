// The errors of a form that aren't shown at one of its fields.
import { fieldErrorsOf, messageOf } from '../lib/failures.ts'
import { useLanguage } from '../lib/language.ts'
import { Notice } from './states.tsx'

interface FormFailureProps {
  error: unknown
  /** The fields that show their own errors; `redirect_uris` includes `redirect_uris.0`. */
  fields?: string[]
}

export function FormFailure({ error, fields = [] }: FormFailureProps) {
  const language = useLanguage()
  if (!error) return null
  const paths = Object.keys(fieldErrorsOf(error))
  const isShownAtField =
    paths.length > 0 && paths.every((path) => fields.includes(path.split('.', 1)[0] ?? ''))
  return isShownAtField ? null : <Notice kind="bad">{messageOf(error, language)}</Notice>
}
