// Validates requests: one error for each field, with a message that people and models can act on.
import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'

/**
 * A value parsed by its schema, or what is wrong with it: one error for each field, because the first one explains the
 * others. No message repeats any of the value, which may be a secret, or instructions to a model.
 * `isText` is for values that always arrive as strings, such as query parameters: messages then don't mention the type.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { isText = false } = {},
): { data: z.output<Schema>; details?: undefined } | { details: ErrorDetail[] } {
  const result = schema.safeParse(value, { error: isText ? messageForText : messageFor })
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

/** For a union, the issues of the alternative that is meant, if that is clear. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const issues = issuesAsMeant(issue.errors)
  return (
    issues?.flatMap(innermost).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
  )
}

/** The issues of the alternative that a value is meant as: the only one of its type that is no literal. */
function issuesAsMeant(errors: readonly Issue[][]): Issue[] | undefined {
  const ofAnyValue = errors.filter(([issue]) => issue?.code !== 'invalid_value')
  if (ofAnyValue.length === 1) return ofAnyValue[0]
  const ofItsType = ofAnyValue.filter(([issue]) => !isOfOtherType(issue))
  return ofItsType.length === 1 ? ofItsType[0] : undefined
}

function isOfOtherType(issue: Issue | undefined): boolean {
  return issue?.code === 'invalid_type' && issue.path.length === 0
}

/** The same for values that arrived as strings: just `must be a whole number`. */
function messageForText(issue: RawIssue): string {
  return issue.code === 'invalid_type' && typeof issue.input === 'string'
    ? `must be ${expectedIn(issue)}`
    : messageFor(issue)
}

/** The message for an issue without one in the schema, in place of zod's. */
function messageFor(issue: RawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(expectedIn(issue), issue.input)
    case 'invalid_union':
      return unionMessage(issue.errors, issue.input)
    case 'too_big':
      return sizeMessage(issue.origin, 'most', Number(issue.maximum), issue.inclusive ?? true)
    case 'too_small':
      return sizeMessage(issue.origin, 'least', Number(issue.minimum), issue.inclusive ?? true)
    case 'invalid_value':
      return valueMessage(issue.values)
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'has an invalid format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has unknown fields'
    default:
      return 'is not valid'
  }
}

/** As in `must be a number, not a string`. */
export function mustBe(expected: string, input: unknown): string {
  // For a fraction instead of a whole number, "not a number" would be wrong.
  return typeof input === 'number' && /\bnumber\b/.test(expected)
    ? `must be ${expected}`
    : `must be ${expected}, not ${typeName(input)}`
}

const typeNames: Record<string, string> = {
  string: 'a string',
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
  // For an integer, zod reports that it expects a number.
  const { format } = (issue.inst?._zod.def ?? {}) as { format?: unknown }
  const type = format === 'safeint' ? 'int' : issue.expected
  return typeNames[type] ?? type
}

/** As in `must be a string or an object, not a number`. */
function unionMessage(errors: readonly Issue[][], input: unknown): string {
  const types = errors.flatMap(([issue]) =>
    issue?.code === 'invalid_type' ? [typeNames[issue.expected] ?? issue.expected] : [],
  )
  return types.length > 0 ? mustBe([...new Set(types)].join(' or '), input) : 'has none of the allowed forms'
}

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** As in `must have at most 48 characters`, or of a number `must be at most 100`. */
function sizeMessage(origin: string, bound: 'most' | 'least', limit: number, inclusive: boolean): string {
  const unit = units[origin]
  if (unit) return `must have at ${bound} ${limit} ${unit[limit === 1 ? 0 : 1]}`
  if (inclusive) return `must be at ${bound} ${limit}`
  return `must be ${bound === 'most' ? 'less' : 'more'} than ${limit}`
}

/** As in `must be one of active, archived, all`. */
function valueMessage(values: readonly unknown[]): string {
  const [only] = values
  if (values.length > 1) return `must be one of ${values.join(', ')}`
  return only === '' ? 'must be empty' : `must be ${only}`
}
