// Fields show what was last rendered, as with React: if a change is refused or corrected by the state, the field follows.
// Preact by itself only sets a field when it renders it with other properties.
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
  // By then, the changed state has been rendered, and nothing else has been typed.
  queueMicrotask(() => {
    const { value, checked } = rendered.get(target) ?? {}
    const field = target as HTMLInputElement
    if (typeof checked === 'boolean' && field.checked !== checked) field.checked = checked
    // What has been typed of a number may look different from the number itself.
    if (value != null && field.type !== 'number' && field.value !== String(value)) field.value = String(value)
  })
}

addEventListener('input', restore)
addEventListener('change', restore)
