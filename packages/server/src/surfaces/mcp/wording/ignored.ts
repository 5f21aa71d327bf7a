// What of a call's arguments nothing came of, for no schema knows it: who has misremembered a name shall learn of it.
import { api, BulkItem, type ComponentKind, componentData, type Operation } from '@linnet/contract'
import { z } from 'zod'
import { quoted } from './quoting.ts'

// Over all that is said of one call, which keeps it to some 1,200 characters.
const mostNames = 10
const longestName = 30

/** One kind of object in a call: who it belongs to, as the sentence on it begins, and what it knows. */
interface Unknown {
  subject: string
  known: string[]
  names: Set<string>
}
type Found = Map<string, Unknown>

/** A line for each kind of object that held members which were ignored; none where everything was known. */
export function ignoredIn(operation: Operation, given: Record<string, unknown>): string[] {
  const found: Found = new Map()
  const { params, query, body } = operation
  const shape: z.ZodRawShape = { ...params.shape, ...query.shape, ...body?.shape }
  note(found, 'this tool has no argument', shape, given)
  if (operation === api.links.createMany && Array.isArray(given.links))
    for (const item of given.links) look(found, 'the items of links have no field', BulkItem, item)
  if (operation === api.components.create || operation === api.components.update)
    lookAtData(found, given.kind as ComponentKind, given.data)
  return [...found.values()].map(sentence(mostNames))
}

function lookAtData(found: Found, kind: ComponentKind, data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  // It is answered in the place of a password, and data is to be sent back as it was read.
  const { hasPassword: _, ...sent } = data as Record<string, unknown>
  look(found, `${kind} has no field`, componentData[kind], sent, 'data')
}

/** Looks at a valid value, and the objects in its lists. */
function look(found: Found, subject: string, schema: unknown, value: unknown, path = ''): void {
  if (schema instanceof z.ZodOptional) look(found, subject, schema.unwrap(), value, path)
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options) look(found, subject, option, value, path)
  else if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const item of value) look(found, `the items of ${path} have no field`, schema.element, item, path)
  else if (
    schema instanceof z.ZodObject &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  ) {
    note(found, subject, schema.shape, value)
    for (const [name, field] of Object.entries(schema.shape))
      if (Object.hasOwn(value, name))
        look(found, subject, field, (value as Record<string, unknown>)[name], `${path}.${name}`)
  }
}

function note(found: Found, subject: string, shape: z.ZodRawShape, value: object): void {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(shape, name)) continue
    const one = found.get(subject) ?? { subject, known: Object.keys(shape), names: new Set() }
    one.names.add(name)
    found.set(subject, one)
  }
}

/** Writes the sentences one after the other, with so many names in all of them. */
function sentence(most: number): (unknown: Unknown) => string {
  let left = most
  return ({ subject, known, names }) => {
    const shown = [...names].slice(0, left).map((name) => quoted(name, longestName))
    left -= shown.length
    const others = names.size - shown.length
    const listed = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')
    const has = subject.includes(' have ') ? 'They have' : 'It has'
    return `Ignored: ${subject} ${listed}. ${known.length > 0 ? `${has} ${known.join(', ')}` : 'It takes none'}.`
  }
}
