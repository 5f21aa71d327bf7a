// The templates of campaign parameters that a browser stores: reading, adding and removing them.
import type { Utm } from '@linnet/contract/utm'

export const mostTemplates = 50

export type Templates = Readonly<Record<string, Utm>>

/** What was stored; no templates if that can't be read. */
export function readTemplates(stored: string | null): Templates {
  try {
    const content: unknown = JSON.parse(stored ?? '{}')
    return typeof content === 'object' && content !== null ? (content as Templates) : {}
  } catch {
    return {}
  }
}

/** With this template, which replaces one of the same name; null without a name, or if there is no room for it. */
export function withTemplate(templates: Templates, name: string, utm: Utm): Templates | null {
  // People may choose names that every object has, such as `toString`.
  const hasRoom = Object.hasOwn(templates, name) || Object.keys(templates).length < mostTemplates
  return name !== '' && hasRoom ? { ...templates, [name]: utm } : null
}

export function withoutTemplate(templates: Templates, name: string): Templates {
  const { [name]: _removed, ...others } = templates
  return others
}
