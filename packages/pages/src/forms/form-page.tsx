// The frame of pages with forms, and the fields and buttons of those forms.

import type { Language } from '@linnet/languages'
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
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

type LabelledProps = {
  name: string
  label: string
  /** The help text. */
  hint?: string
  /** The error message. */
  wrong?: string | null
}

type FieldProps = LabelledProps & {
  type?: 'text' | 'email' | 'password' | 'url'
  value?: string
  autocomplete?: string
  inputmode?: 'numeric' | 'text'
  optional?: boolean
  autofocus?: boolean
  minlength?: number
  maxlength?: number
  /** A fixed value; password managers learn from it whose password it is. */
  readonly?: boolean
}

/** The attributes by which a control is announced with its hint and its error. */
function described({ name, hint, wrong }: LabelledProps) {
  const notes = [hint ? `${name}-hint` : null, wrong ? `${name}-wrong` : null].filter((id) => id !== null)
  return {
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
  }
}

/** A control with its label above, and its hint and error below. */
const Labelled = ({ name, label, hint, wrong, children }: LabelledProps & { children?: Child }) => (
  <div class="field">
    <label for={name}>{label}</label>
    {children}
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

export const Field = ({ name, label, hint, wrong, type = 'text', optional, ...input }: FieldProps) => {
  const labelled = { name, label, hint, wrong }
  return (
    <Labelled {...labelled}>
      <input id={name} name={name} type={type} required={!optional} {...described(labelled)} {...input} />
    </Labelled>
  )
}

type TextAreaProps = LabelledProps & {
  value: string
  rows: number
  maxlength: number
  required?: boolean
  autofocus?: boolean
}

export const TextArea = ({ name, label, hint, wrong, value, ...area }: TextAreaProps) => {
  const labelled = { name, label, hint, wrong }
  return (
    <Labelled {...labelled}>
      <textarea id={name} name={name} {...described(labelled)} {...area}>
        {value}
      </textarea>
    </Labelled>
  )
}

/** A list to choose from; its options are the children. */
export const Select = (props: LabelledProps & { children?: Child }) => (
  <Labelled {...props}>
    <select id={props.name} name={props.name} required {...described(props)}>
      {props.children}
    </select>
  </Labelled>
)

/** What failed (`alert`) or succeeded (`status`) with the submitted form. */
export const Message = ({ kind, children }: { kind: 'alert' | 'status'; children?: Child }) => (
  <p class={`message ${kind}`} role={kind}>
    {children}
  </p>
)

type FormProps = {
  action: string
  /** The hidden fields. */
  fields?: Record<string, string>
  /** The label of its button. */
  submit: string
  novalidate?: boolean
  children?: Child
}

/** A form with one button. */
export const Form = ({ action, fields = {}, submit, novalidate, children }: FormProps) => (
  <form method="post" action={action} novalidate={novalidate}>
    <Hidden fields={fields} />
    {children}
    <button class="button" type="submit">
      {submit}
    </button>
  </form>
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
