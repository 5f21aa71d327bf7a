// Generated JSON and query strings for a JSON schema: mostly valid, and sometimes anything but that.
import fc, { type Arbitrary } from 'fast-check'

export interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
}

/** Any sequence of UTF-16 units, including NUL and lone surrogates. */
const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

const oddTexts = fc.constantFrom(
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '👩‍👩‍👧‍👦',
    'İ',
    'ß',
    'ﬀ',
    '%',
    '_',
    '\\',
    "'; --",
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '-0',
    '0x10',
    '1e999',
    '../..',
    '%00',
    '%zz',
    '{{7*7}}',
  ],
  ...[
    'x'.repeat(48),
    'x'.repeat(49),
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(9000),
    '\u0301'.repeat(300),
  ],
)

/** Strings of every kind. */
export const anyText: Arbitrary<string> = fc.oneof(
  oddTexts,
  anyUnits,
  fc.string({ unit: 'binary' }),
  fc.string(),
)

const oddNumbers = [
  '-0',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
]
const members = ['__proto__', 'constructor', 'toString', 'id', 'user_id', 'then', '', '\0', 'data']

const strangeJson: Arbitrary<string> = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"__proto__":{"status":"admin"}}'),
  fc.constantFrom(...oddNumbers),
  fc.integer({ min: 1, max: 99 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  anyText.map((text) => JSON.stringify(text)),
  fc.json(),
)

/** The first, and once in this many times the other. */
function mostly(usual: Arbitrary<string>, other: Arbitrary<string>, times = 6): Arbitrary<string> {
  return fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: other })
}

/** JSON text for a schema. */
export function jsonFor(schema: JsonSchema): Arbitrary<string> {
  return mostly(fittingJson(schema), strangeJson, 20)
}

function fittingJson(schema: JsonSchema): Arbitrary<string> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fittingJson))
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)))
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const))
  if (schema.type === 'object') return objectFor(schema)
  if (schema.type === 'array')
    return fc.array(jsonFor(schema.items ?? {}), { maxLength: 8 }).map((items) => `[${items.join(',')}]`)
  if (schema.type === 'string') return textFor(schema).map((text) => JSON.stringify(text))
  if (schema.type === 'integer' || schema.type === 'number') return numberFor(schema).map(String)
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false')
  if (schema.type === 'null') return fc.constant('null')
  return strangeJson
}

/** Most required fields, some of the others, and sometimes an unknown field, or the same one twice. */
function objectFor({ properties = {}, required = [] }: JsonSchema): Arbitrary<string> {
  const known = Object.entries(properties).map(([name, schema]) => {
    const [given, left] = required.includes(name) ? [30, 1] : [1, 3]
    return fc.oneof(
      { weight: given, arbitrary: jsonFor(schema).map((value) => [[name, value]]) },
      { weight: left, arbitrary: fc.constant([]) },
    )
  })
  const name = fc.constantFrom(...members, ...Object.keys(properties))
  const unknown = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(name, strangeJson).map((member) => [member]) },
  )
  return fc.tuple(...known, unknown).map((parts) => {
    const entries = parts.flat() as [string, string][]
    return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  })
}

/** A string that matches a schema, or nearly. */
export function textFor({ format, pattern, enum: choices }: JsonSchema): Arbitrary<string> {
  if (choices) return mostly(fc.constantFrom(...choices.map(String)), anyText)
  if (format === 'uri')
    return mostly(fc.webUrl({ withFragments: true, withQueryParameters: true }), nearlyAddress)
  if (format === 'date') return mostly(anyDay, nearlyDay)
  if (format === 'email') return mostly(fc.emailAddress(), anyText)
  if (pattern) return mostly(fc.stringMatching(new RegExp(pattern)), anyText)
  return mostly(fc.string({ unit: 'grapheme', maxLength: 40 }), anyText)
}

const anyDay = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const nearlyDay = fc.constantFrom(
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '0000-01-01',
  '10000-01-01',
  '-001-01-01',
)
const nearlyAddress = fc
  .tuple(fc.constantFrom('https://', 'http://', 'HTTPS://a.', 'https://[::', 'javascript:', ''), anyText)
  .map(([start, rest]) => start + rest)

function numberFor({ minimum = -1e15, maximum = 1e15 }: JsonSchema): Arbitrary<number> {
  const [min, max] = [Math.max(minimum, Number.MIN_SAFE_INTEGER), Math.min(maximum, Number.MAX_SAFE_INTEGER)]
  return fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max, min - 1, max + 1) },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
  )
}

/** The value of a query parameter before percent-encoding. */
export function queryTextFor(schema: JsonSchema): Arbitrary<string> {
  const plain = schema.type === 'integer' || schema.type === 'boolean' ? fittingJson(schema) : textFor(schema)
  return mostly(plain, anyText, 12)
}

/** A string in a path or a query: percent-encoded, or sometimes encoded wrongly. */
export function encoded(text: Arbitrary<string>): Arbitrary<string> {
  const broken = fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%E0%A4%A',
    '%ff',
    '%ed%a0%80',
    '%c0%af',
    '+',
    '*',
    ':x',
    '{x}',
  )
  const whole = text.map((plain) => encodeURIComponent(plain.toWellFormed()))
  return mostly(whole, broken, 12)
}
