// What validation says of a request: one fault for each field, in words that people and models can act on.
import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'

/**
 * What a value holds by its schema, or what is wrong with it: one fault for each field, for the first of a field's faults
 * explains the others. No fault repeats anything of the value, which may be a secret, or somebody's instructions to a model.
 * `isText` is for values that always arrive as strings, such as query parameters: messages then don't mention the type.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { isText = false } = {},
): { data: z.output<Schema>; details?: undefined } | { details: ErrorDetail[] } {
  const result = schema.safeParse(value, { error: isText ? wordsForText : wordsFor })
  if (result.success) return { data: result.data }
  const details = new Map<string, ErrorDetail>()
  for (const issue of result.error.issues.flatMap(innermost)) {
    const path = issue.path.join('.')
    if (!details.has(path)) details.set(path, { path, message: issue.message })
  }
  return { details: [...details.values()] }
}

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** Where a value may be one of several things, and is meant as one of them: what is wrong with it as that one. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const faults = faultsAsMeant(issue.errors)
  return (
    faults?.flatMap(innermost).map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })) ?? [issue]
  )
}

/** The faults of the one thing that a value is meant as: of the type that it has, and not a fixed value beside others. */
function faultsAsMeant(errors: readonly Issue[][]): Issue[] | undefined {
  const ofAnyValue = errors.filter(([fault]) => fault?.code !== 'invalid_value')
  if (ofAnyValue.length === 1) return ofAnyValue[0]
  const ofItsType = ofAnyValue.filter(([fault]) => !isOfOtherType(fault))
  return ofItsType.length === 1 ? ofItsType[0] : undefined
}

function isOfOtherType(fault: Issue | undefined): boolean {
  return fault?.code === 'invalid_type' && fault.path.length === 0
}

/** The same for values that arrived as strings: just `must be a whole number`. */
function wordsForText(issue: RawIssue): string {
  return issue.code === 'invalid_type' && typeof issue.input === 'string'
    ? `must be ${expectedIn(issue)}`
    : wordsFor(issue)
}

/** What zod would say in its own words of a fault for which the schema has none. */
function wordsFor(issue: RawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(expectedIn(issue), issue.input)
    case 'invalid_union':
      return alternativeWords(issue.errors, issue.input)
    case 'too_big':
      return sizeWords(issue.origin, 'most', Number(issue.maximum), issue.inclusive ?? true)
    case 'too_small':
      return sizeWords(issue.origin, 'least', Number(issue.minimum), issue.inclusive ?? true)
    case 'invalid_value':
      return valueWords(issue.values)
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'is not written as it must be'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has members that there are not'
    default:
      return 'is not valid'
  }
}

/** As in `must be a number, not a text`. */
export function mustBe(expected: string, input: unknown): string {
  // A fraction in the place of a whole number is a number.
  return typeof input === 'number' && /\bnumber\b/.test(expected)
    ? `must be ${expected}`
    : `must be ${expected}, not ${typeName(input)}`
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function typeName(value: unknown): string {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return typeNames[type] ?? type
}

function expectedIn(issue: RawIssue & { code: 'invalid_type' }): string {
  // Of an integer, zod expects a number first.
  const { format } = (issue.inst?._zod.def ?? {}) as { format?: unknown }
  const type = format === 'safeint' ? 'int' : issue.expected
  return typeNames[type] ?? type
}

/** As in `must be a text or an object, not a number`. */
function alternativeWords(errors: readonly Issue[][], input: unknown): string {
  const types = errors.flatMap(([fault]) =>
    fault?.code === 'invalid_type' ? [typeNames[fault.expected] ?? fault.expected] : [],
  )
  return types.length > 0
    ? mustBe([...new Set(types)].join(' or '), input)
    : 'is of no form that is known here'
}

const parts: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** As in `must have at most 48 characters`, or of a number `must be at most 100`. */
function sizeWords(origin: string, bound: 'most' | 'least', limit: number, inclusive: boolean): string {
  const part = parts[origin]
  if (part) return `must have at ${bound} ${limit} ${part[limit === 1 ? 0 : 1]}`
  if (inclusive) return `must be at ${bound} ${limit}`
  return `must be ${bound === 'most' ? 'less' : 'more'} than ${limit}`
}

/** As in `must be one of active, archived, all`. */
function valueWords(values: readonly unknown[]): string {
  const [only] = values
  if (values.length > 1) return `must be one of ${values.join(', ')}`
  return only === '' ? 'must be empty' : `must be ${only}`
}
