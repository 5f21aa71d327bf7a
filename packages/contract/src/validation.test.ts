// The messages of validation for everything that can be wrong with a field, and that they repeat nothing of the input.
import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { faultMessage } from './faults.ts'
import { api, type ErrorDetail, faultSentence, type Operation, validate } from './index.ts'
import { hasNo } from './validation.ts'

const faults = (schema: z.ZodType, value: unknown) => validate(schema, value).details
const sentence = (schema: z.ZodType, value: unknown) =>
  faults(schema, value)
    ?.map(({ message }) => message)
    .join()
const body = ({ body }: Operation) => body as z.ZodObject

describe('the message about a field says', () => {
  test.each<[unknown, string]>([
    [undefined, 'is required'],
    [null, 'must be a string, not null'],
    [5, 'must be a string, not a number'],
    [true, 'must be a string, not true or false'],
    [['secret'], 'must be a string, not a list'],
    [{ secret: 1 }, 'must be a string, not an object'],
  ])('what type it must have, and which one it has: %p', (value, message) => {
    expect(sentence(z.string(), value)).toBe(message)
  })

  test.each<[z.ZodType, unknown, string]>([
    [z.number(), '5', 'must be a number, not a string'],
    [z.int(), '5', 'must be a whole number, not a string'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'true', 'must be true or false, not a string'],
    [z.array(z.string()), 'a', 'must be a list, not a string'],
    [z.object({}), [], 'must be an object, not a list'],
    [z.record(z.string(), z.string()), 'a', 'must be an object, not a string'],
    [z.string().max(48), 'x'.repeat(49), 'must have at most 48 characters'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    [z.number().max(100), 101, 'must be at most 100'],
    [z.number().min(-90), -91, 'must be at least -90'],
    [z.number().gt(1), 1, 'must be more than 1'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.enum(['active', 'archived', 'all']), 'secret', 'must be one of active, archived, all'],
    [z.enum(['active', 'archived']), undefined, 'is required'],
    [z.literal(true), 'secret', 'must be true'],
    [z.literal(true), undefined, 'is required'],
    [z.email(), 'secret', 'must be an e-mail address'],
    [z.base64(), 'se cret', 'has an invalid format'],
    [z.strictObject({}), { secret: 1 }, 'has unknown fields'],
    [z.literal(''), 'secret', 'must be empty'],
    [z.union([z.uuid(), z.literal(1)]), 'secret', 'has an invalid format'],
    [z.string().regex(/^a$/, faultMessage({ code: 'blank' })), 'secret', 'must not be empty'],
    [z.string().check(hasNo(() => ({ code: 'not_date' }))), 'x', 'must be a date in the form YYYY-MM-DD'],
    [z.string().refine(() => false, 'without a code'), 'secret', 'is not valid'],
  ])('what it must be: %#', (schema, value, message) => {
    expect(sentence(schema, value)).toBe(message)
    expect(sentence(z.object({ field: schema }), { field: value })).toBe(message)
  })

  test('nothing about strings if it is a query parameter', () => {
    const asText = (schema: z.ZodType, value: unknown) =>
      validate(z.object({ field: schema }), { field: value }, { isText: true }).details?.[0]?.message
    expect(asText(z.int(), 'x')).toBe('must be a whole number')
    expect(asText(z.number(), 'x')).toBe('must be a number')
    expect(asText(z.boolean(), 'x')).toBe('must be true or false')
    expect(asText(z.int().optional(), 'x')).toBe('must be a whole number')
    expect(asText(z.int(), undefined)).toBe('is required')
    expect(asText(z.int().max(5), 6)).toBe('must be at most 5')
    expect(asText(z.string().max(3), 'long')).toBe('must have at most 3 characters')
  })

  test('what is wrong with the alternative that is meant, if there are several', () => {
    const orEmpty = z.union([z.string().regex(/^\d+$/, faultMessage({ code: 'not_date' })), z.literal('')])
    expect(sentence(orEmpty, 'secret')).toBe('must be a date in the form YYYY-MM-DD')
    expect(sentence(orEmpty, 5)).toBe('must be a string, not a number')
    expect(sentence(orEmpty, undefined)).toBe('is required')
    const skill = z.union([z.string().max(3), z.object({ name: z.string() })])
    expect(sentence(skill, 5)).toBe('must be a string or an object, not a number')
    expect(faults(z.object({ skills: z.array(skill) }), { skills: ['secret', { name: 5 }, {}] })).toEqual([
      {
        path: 'skills.0',
        message: 'must have at most 3 characters',
        code: 'too_long',
        params: { most: 3, unit: 'character' },
      },
      {
        path: 'skills.1.name',
        message: 'must be a string, not a number',
        code: 'wrong_type',
        params: { expected: ['string'], got: 'number' },
      },
      { path: 'skills.2.name', message: 'is required', code: 'required' },
    ])
  })

  test('only the first fault of a field; a valid field has no message', () => {
    const short = z
      .string()
      .max(3)
      .regex(/^a/, faultMessage({ code: 'blank' }))
    expect(faults(z.object({ short }), { short: 'long one' })).toEqual([
      {
        path: 'short',
        message: 'must have at most 3 characters',
        code: 'too_long',
        params: { most: 3, unit: 'character' },
      },
    ])
    expect(validate(short, 'a')).toEqual({ data: 'a' })
  })
})

describe('the message about a point in time says', () => {
  const create = (expired_at: unknown) =>
    sentence(body(api.links.create), { long_url: 'https://example.com/', expired_at })

  test.each<[unknown, string | undefined]>([
    ['2026-11-20', 'must be a number of Unix seconds, not a string'],
    [true, 'must be a number of Unix seconds, not true or false'],
    [1.5, 'must be a whole number of Unix seconds'],
    [-1, 'must be a Unix time in seconds'],
    [1_790_000_000_000, 'must be a Unix time in seconds, not milliseconds, and before the year 10000'],
    [null, undefined],
    [undefined, undefined],
  ])('that it is a number of seconds: %p', (value, message) => {
    expect(create(value)).toBe(message)
  })
})

test('for every operation and any input, the messages are ours and repeat none of the input', () => {
  const poisons = ['poison', 5.125, -5.125, true, null, [['poison']], { poison: ['poison'] }, ['poison']]
  const said: ErrorDetail[] = []
  for (const group of Object.values(api))
    for (const { body, query, params } of Object.values(group) as Operation[])
      for (const schema of [body, query, params])
        for (const poison of schema ? [undefined, ...poisons] : []) {
          const value = Object.fromEntries(Object.keys(schema?.shape ?? {}).map((name) => [name, poison]))
          said.push(
            ...(faults(schema as z.ZodType, value) ?? []),
            ...(faults(schema as z.ZodType, poison) ?? []),
          )
        }
  expect(said.length).toBeGreaterThan(500)
  const odd = said.filter(
    (detail) =>
      detail.message !== faultSentence(detail) ||
      !/^(?:must|is required$)/.test(detail.message) ||
      /poison|5\.125|undefined/.test(JSON.stringify(detail)),
  )
  expect(odd).toEqual([])
})
