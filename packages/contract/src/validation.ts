// What validation says of a request: one fault for each field, in words.
import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'

/** The faults that zod has found, one for each field: the first of a field's faults explains the others. */
export function detailsOf(error: z.ZodError): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const message = /received undefined$/.test(issue.message) ? 'is required' : messageOf(issue)
    if (!details.has(path)) details.set(path, { path, message })
  }
  return [...details.values()]
}

/** Of a text that may also be one fixed value, such as the empty one: what is wrong with it as any other text. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message
  const [faults, ...others] = issue.errors.filter(([fault]) => fault?.code !== 'invalid_value')
  return faults?.[0] && others.length === 0 ? faults[0].message : issue.message
}
