// The props that all controls of a component's form share.
import type { FormField } from './schema-fields.ts'

/** What fields need from the form that they are in. */
export interface FormContext {
  kind: string
  /** Error messages by field path. */
  errors: Record<string, string>
  hasPassword: boolean
  /** Saves a password at once; an empty one removes it. */
  onPassword(password: string): void
}

export interface FieldProps {
  field: FormField
  /** Its path, such as `links.0.url`. */
  path: string
  value: unknown
  form: FormContext
  /** Undefined removes the value. */
  onChange(value: unknown): void
}

/** Attributes that connect an `<input>` and the like with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}
