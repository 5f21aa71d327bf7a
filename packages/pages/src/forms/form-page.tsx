// The frame of pages with forms, and the fields and buttons of those forms.
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
import type { Language } from '../language.ts'
import { formStylesheet } from '../styles/forms.ts'

type FormPage = {
  language: Language
  title: string
  /** A page with lists rather than one question. */
  wide?: boolean
  /** Content beside the brand, such as who is signed in. */
  beside?: Child
  /** Runs in the browser; the policy must allow it (`formPagePolicy`). Every page works without it. */
  script?: string
  /** Where the browser goes by itself, at once. */
  refreshTo?: string
  children?: Child
}

/** A complete HTML document, to be served under `formPagePolicy` with the same script. */
export const renderFormPage = ({
  language,
  title,
  wide,
  beside,
  script,
  refreshTo,
  children,
}: FormPage): string =>
  renderDocument({
    language,
    title: `${title} · Linnet`,
    description: 'Linnet',
    stylesheet: formStylesheet,
    refreshTo,
    children: (
      <>
        <header>
          <Brand />
          {beside}
        </header>
        <main class={wide ? 'wide' : undefined}>{children}</main>
        {script === undefined ? null : <script>{raw(script)}</script>}
      </>
    ),
  })

type FieldProps = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url'
  value?: string
  autocomplete?: string
  /** The help text. */
  hint?: string
  /** The error message. */
  wrong?: string | null
  inputmode?: 'numeric' | 'text'
  optional?: boolean
  autofocus?: boolean
  minlength?: number
  maxlength?: number
  /** A fixed value; password managers learn from it whose password it is. */
  readonly?: boolean
}

export const Field = ({ name, label, type = 'text', hint, wrong, optional, ...input }: FieldProps) => {
  const notes = [hint ? `${name}-hint` : null, wrong ? `${name}-wrong` : null].filter((id) => id !== null)
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        required={!optional}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
        {...input}
      />
      {hint ? (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {wrong ? (
        <p class="wrong" id={`${name}-wrong`}>
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

/** What failed (`alert`) or succeeded (`status`) with the submitted form. */
export const Message = ({ kind, children }: { kind: 'alert' | 'status'; children?: Child }) => (
  <p class={`message ${kind}`} role={kind}>
    {children}
  </p>
)

/** The hidden fields of a form. */
export const Hidden = ({ fields }: { fields: Record<string, string> }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)

interface Box {
  name: string
  label: string
  checked: boolean
}

/** A group of checkboxes with a legend. */
export const Checkboxes = ({ title, text, boxes }: { title: string; text: string; boxes: Box[] }) => (
  <fieldset aria-describedby="choices-hint">
    <legend>{title}</legend>
    <p class="hint" id="choices-hint">
      {text}
    </p>
    {boxes.map(({ name, label, checked }) => (
      <label class="choice">
        <input type="checkbox" name={name} value="yes" checked={checked} />
        {label}
      </label>
    ))}
  </fieldset>
)
