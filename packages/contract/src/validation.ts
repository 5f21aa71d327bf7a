// Validates requests: one fault for each field, which people and models can act on.
import type { z } from 'zod'
import { detailOf, type ErrorDetail, type Fault, faultIn, faultMessage, type ValueType } from './faults.ts'

/**
 * A value parsed by its schema, or what is wrong with it: one fault for each field, because the first one explains the
 * others. No message repeats any of the value, which may be a secret, or instructions to a model.
 * `isText` is for values that always arrive as strings, such as query parameters: messages then don't mention the type.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { isText = false } = {},
): { data: z.output<Schema>; details?: undefined } | { details: ErrorDetail[] } {
  const error = (issue: RawIssue) => faultMessage(isText ? faultOfText(issue) : faultOf(issue))
  const result = schema.safeParse(value, { error })
  if (result.success) return { data: result.data }
  const details = new Map<string, ErrorDetail>()
  for (const issue of result.error.issues.flatMap(innermost)) {
    const path = issue.path.join('.')
    if (!details.has(path)) details.set(path, detailOf(path, faultIn(issue.message)))
  }
  return { details: [...details.values()] }
}

/** A check for a schema: the fault that `find` finds in a value, if any. */
export function hasNo<Value>(find: (value: Value) => Fault | null): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const fault = find(value)
    if (fault) issues.push({ code: 'custom', input: value, message: faultMessage(fault), continue: true })
  }
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

/** The issues of the alternative that a value is meant as: the only one of its type that isn't a literal. */
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
function faultOfText(issue: RawIssue): Fault {
  return issue.code === 'invalid_type' && typeof issue.input === 'string'
    ? { code: 'wrong_type', params: { expected: [expectedIn(issue)] } }
    : faultOf(issue)
}

/** The fault of an issue without one in the schema. */
function faultOf(issue: RawIssue): Fault {
  if (issue.input === undefined) return { code: 'required' }
  switch (issue.code) {
    case 'invalid_type':
      return wrongType([expectedIn(issue)], issue.input)
    case 'invalid_union':
      return faultOfUnion(issue.errors, issue.input)
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum), issue.inclusive ?? true)
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum), issue.inclusive ?? true)
    case 'invalid_value':
      return notAllowed(issue.values)
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'not_email' : 'invalid_format' }
    case 'not_multiple_of':
      return { code: 'not_multiple', params: { divisor: Number(issue.divisor) } }
    case 'unrecognized_keys':
      return { code: 'unknown_fields' }
    default:
      return { code: 'invalid' }
  }
}

const numbers: readonly ValueType[] = ['number', 'integer', 'unix_time', 'whole_unix_time']

/** As in `must be a number, not a string`. */
export function wrongType(expected: ValueType[], input: unknown): Fault {
  // For a fraction instead of a whole number, "not a number" would be wrong.
  const isFraction = typeof input === 'number' && expected.some((type) => numbers.includes(type))
  return { code: 'wrong_type', params: isFraction ? { expected } : { expected, got: typeOf(input) } }
}

const types: Record<string, ValueType> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
  null: 'null',
}

const typeNamed = (name: string): ValueType => types[name] ?? 'object'

function typeOf(value: unknown): ValueType {
  return typeNamed(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
}

function expectedIn(issue: RawIssue & { code: 'invalid_type' }): ValueType {
  // For an integer, zod reports that it expects a number.
  const { format } = (issue.inst?._zod.def ?? {}) as { format?: unknown }
  return typeNamed(format === 'safeint' ? 'int' : issue.expected)
}

/** As in `must be a string or an object, not a number`. */
function faultOfUnion(errors: readonly Issue[][], input: unknown): Fault {
  const expected = errors.flatMap(([issue]) =>
    issue?.code === 'invalid_type' ? [typeNamed(issue.expected)] : [],
  )
  return expected.length > 0 ? wrongType([...new Set(expected)], input) : { code: 'unknown_form' }
}

const unitOf = (origin: string) =>
  origin === 'string' ? 'character' : origin === 'array' ? 'entry' : undefined

/** As in `must have at most 48 characters`, or of a number `must be at most 100`. */
function tooMuch(origin: string, limit: number, inclusive: boolean): Fault {
  const unit = unitOf(origin)
  if (unit) return { code: 'too_long', params: { most: limit, unit } }
  return inclusive ? { code: 'too_large', params: { most: limit } } : { code: 'not_less', params: { limit } }
}

function tooLittle(origin: string, limit: number, inclusive: boolean): Fault {
  const unit = unitOf(origin)
  if (unit) return { code: 'too_short', params: { least: limit, unit } }
  return inclusive ? { code: 'too_small', params: { least: limit } } : { code: 'not_more', params: { limit } }
}

/** As in `must be one of active, archived, all`. */
function notAllowed(values: readonly unknown[]): Fault {
  const [only] = values
  if (values.length > 1) return { code: 'not_one_of', params: { values: [...values] } }
  return only === '' ? { code: 'not_empty' } : { code: 'not_exactly', params: { value: String(only) } }
}
