// Fields show what was last rendered, as with React: if a change is refused or corrected by the state, the field follows.
// Preact by itself sets a field only when it renders it with different properties.
import { options } from 'preact'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface RenderedElement {
  type: unknown
  props: { value?: unknown; checked?: unknown }
  /** Preact's name for the element, which its own development tools use too. */
  __e?: Field | null
}

const rendered = new WeakMap<EventTarget, RenderedElement['props']>()
const { diffed } = options
options.diffed = (node) => {
  diffed?.(node)
  const { type, props, __e: field } = node as unknown as RenderedElement
  if (field && (type === 'input' || type === 'textarea' || type === 'select')) rendered.set(field, props)
}

/** Text changes with `input`; boxes and lists only with the `change` that follows it. */
const decidingEvent = (field: Field) =>
  field.type === 'checkbox' || field.type === 'radio' || field.type === 'select-one' ? 'change' : 'input'

function restore({ target, type }: Event): void {
  if (target === null || !rendered.has(target) || type !== decidingEvent(target as Field)) return
  // By then, the changed state has been rendered, and nothing more has been typed.
  queueMicrotask(() => {
    const { value, checked } = rendered.get(target) ?? {}
    const field = target as HTMLInputElement
    if (typeof checked === 'boolean' && field.checked !== checked) field.checked = checked
    // A number may be typed in another form, such as `1.0` or an unfinished `1e`.
    if (value != null && field.type !== 'number' && field.value !== String(value)) field.value = String(value)
  })
}

addEventListener('input', restore)
addEventListener('change', restore)
