// What validation says of a request: one fault for each field, in words.
import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'

/** The faults that zod has found, one for each field: the first of a field's faults explains the others. */
export function detailsOf(error: z.ZodError): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const message = /received undefined$/.test(issue.message) ? 'is required' : issue.message
    if (!details.has(path)) details.set(path, { path, message })
  }
  return [...details.values()]
}
