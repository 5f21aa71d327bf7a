// Examples of records, built from the examples that their schemas give for each field.
import type { z } from 'zod'

/** A record built from its schema's examples. `own` adds fields without an example, and overrides others. */
export function exampleOf<S extends z.ZodObject>(schema: S, own: Partial<z.output<S>>): z.output<S> {
  const example: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const [first] = (field.meta()?.examples ?? []) as unknown[]
    const value = name in own ? own[name as keyof typeof own] : first
    if (value === undefined) throw new Error(`the field ${name} has no example`)
    example[name] = value
  }
  return example as z.output<S>
}
