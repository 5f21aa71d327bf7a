// Examples of records, made of the examples that their schemas give for each field.
import type { z } from 'zod'

/** A record like its schema's examples. `own` has the fields that have none, and those that are to be different. */
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
