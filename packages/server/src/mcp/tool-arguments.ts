// A tool's arguments: path parameters, query and body of its operation in one object, and for a link its code or id.
import { detailOf, type Fault, type Operation, Refusal, validate } from '@linnet/contract'
import { z } from 'zod'

const LinkId = z.string().meta({ description: 'Its id (lnk_…) instead' })
const code = 'Short code of the link, or give id'

const shapes = new WeakMap<Operation, z.ZodRawShape>()

/** The arguments by name, as agents see them. Throws if two share a name. */
export function argumentsOf(operation: Operation): z.ZodRawShape {
  const shape = shapes.get(operation) ?? shapeOf(operation)
  shapes.set(operation, shape)
  return shape
}

function shapeOf(operation: Operation): z.ZodRawShape {
  const { id, params, query, body, tool } = operation
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of [params, query, body].flatMap((part) =>
    Object.entries<z.ZodType>(part?.shape ?? {}),
  )) {
    if (Object.hasOwn(shape, name)) throw new Error(`${id} has two arguments with the name ${name}`)
    if (name === 'short' && namesLink(operation)) {
      shape.short = field.optional().meta({ description: code })
      shape.id = LinkId.optional()
      continue
    }
    const description = tool?.argumentDescriptions?.[name]
    shape[name] = description === undefined ? field : field.meta({ description })
  }
  return shape
}

/** The arguments as the operation takes them: its path has one parameter for either name of a link. Refuses both together, and neither. */
export function withLinkNamed(operation: Operation, given: Record<string, unknown>): Record<string, unknown> {
  if (!namesLink(operation)) return given
  const { short = null, id = null, ...rest } = given
  if (id === null) {
    if (short === null) throw badArgument('short', { code: 'short_or_id_required' })
    return { ...rest, short }
  }
  if (short !== null) throw badArgument('id', { code: 'short_and_id' })
  const { details } = validate(z.object({ id: LinkId }), { id })
  if (details) throw new Refusal('malformed_request', undefined, details)
  return { ...rest, short: id }
}

/** Whether the operation is about one link, identified in its path. */
function namesLink({ params }: Operation): boolean {
  return Object.hasOwn(params.shape, 'short')
}

function badArgument(path: string, fault: Fault): Refusal {
  return new Refusal('malformed_request', undefined, [detailOf(path, fault)])
}
