// The schemas of the tools: valid for the strictest clients, and complete enough for an agent.
import { beforeAll, describe, expect, test } from 'bun:test'
import { componentKinds, operations } from '@linnet/contract'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'
import { agentOf } from '../../../../test/agents/mcp.ts'
import { onOneEngine } from '../../../../test/instance.ts'
import { inputSchemaOf } from './schemas.ts'

interface Schema {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  minimum?: number
  maximum?: number
  pattern?: string
  maxLength?: number
}

interface Definition {
  name: string
  title: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
}

/** A schema and all its subschemas, each with its path. */
function within(schema: Schema, at: string): [at: string, schema: Schema][] {
  const inner = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['[]', schema.items] as const] : []),
    ...(schema.anyOf ?? []).map((one, index) => [`|${index}`, one] as const),
  ]
  return [[at, schema], ...inner.flatMap(([name, one]) => within(one, `${at}.${name}`))]
}

// Names that need no description.
const evident = new Set(['create_microsite_component.kind', 'update_microsite_component.kind'])

onOneEngine('the schemas of the tools', (instance) => {
  let tools: Definition[]
  let inputs: [at: string, schema: Schema][]
  let everything: [at: string, schema: Schema][]
  let bytes: number
  beforeAll(async () => {
    const account = await instance.account()
    const { result, text } = await agentOf(instance, account.key).ask('tools/list')
    tools = result.tools
    bytes = Buffer.byteLength(text)
    inputs = tools.flatMap(({ name, inputSchema }) => within(inputSchema, name))
    everything = [...inputs, ...tools.flatMap(({ name, outputSchema }) => within(outputSchema, `${name}→`))]
  })

  test('are objects with everything within them', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      expect([name, inputSchema.type, outputSchema.type]).toStrictEqual([name, 'object', 'object'])
      const text = JSON.stringify([inputSchema, outputSchema])
      for (const word of ['$ref', '$defs', '"additionalProperties"']) expect(text).not.toContain(word)
    }
  })

  test('name every property that they require', () => {
    for (const [at, { properties = {}, required = [] }] of everything)
      for (const name of required) expect(Object.keys(properties), at).toContain(name)
  })

  test('show the id format of each thing', () => {
    for (const name of ['create_link', 'create_microsite', 'create_microsite_component'])
      expect(
        tools.find((tool) => tool.name === name)?.outputSchema.properties?.data?.properties,
      ).toHaveProperty('id')
  })

  for (const [draft, Validator] of [
    ['2020-12', Ajv2020],
    ['draft-07', Ajv],
  ] as const)
    test(`are valid by ${draft}, strictly, and so is each example by them`, () => {
      const validator = new Validator({ strict: true, allErrors: true })
      formats.default(validator)
      for (const { description, inputSchema, outputSchema } of tools) {
        const isValid = validator.compile(inputSchema)
        validator.compile(outputSchema)
        isValid(JSON.parse(description.split('\nExample: ')[1] ?? ''))
        expect(isValid.errors).toBeNull()
      }
    })

  test('limit every number in arguments, and no number in results', () => {
    for (const { outputSchema } of tools)
      expect(JSON.stringify(outputSchema)).not.toMatch(/"(?:max|min)[A-Za-z]+":/)
    const numbers = inputs.filter(([, { type }]) => type === 'integer' || type === 'number')
    expect(numbers.length).toBeGreaterThan(3)
    // Times have no limit but the year 9999.
    const isTime = (at: string) => /expired_at|starts_at|when\.(?:from|until)/.test(at)
    for (const [at, { minimum, maximum }] of numbers)
      expect([at, typeof minimum, typeof maximum]).toStrictEqual([
        at,
        'number',
        isTime(at) ? 'undefined' : 'number',
      ])
  })

  test('have patterns that every regular expression engine supports', () => {
    const patterns = everything.flatMap(([, { pattern }]) => pattern ?? [])
    expect(patterns.length).toBeGreaterThan(3)
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\(\?[^:]|\\[pPukcb1-9]/)
      expect(new RegExp(pattern, 'u').source).toBe(pattern)
    }
  })

  test('limit the length of every string in arguments, directly or by a pattern', () => {
    const texts = inputs.filter(([, { type, pattern }]) => type === 'string' && pattern !== undefined)
    expect(texts.length).toBeGreaterThan(3)
    for (const [at, { pattern = '', maxLength }] of texts) {
      expect(pattern, at).toMatch(/^\^[^*+]*\$$/)
      expect([at, maxLength]).toStrictEqual([at, undefined])
    }
    const { title } = tools.find(({ name }) => name === 'create_link')?.inputSchema.properties ?? {}
    expect(title?.anyOf?.[0]?.maxLength).toBe(255)
  })

  test('accept colours in upper and lower case', () => {
    const { pattern = '' } =
      tools
        .find(({ name }) => name === 'set_global_qr')
        ?.inputSchema.properties?.color?.anyOf?.find((one) => one.pattern) ?? {}
    for (const colour of ['#B32C43', '#b32c43', '#FFF', '#00000080'])
      expect(colour).toMatch(new RegExp(pattern))
  })

  test('accept URLs in any script', () => {
    const schema = tools.find(({ name }) => name === 'create_link')?.inputSchema ?? {}
    const validate = formats.default(new Ajv2020()).compile(schema)
    expect(validate({ long_url: 'https://münchen.example/größe?q=ü' })).toBe(true)
    expect(validate({ long_url: 1 })).toBe(false)
  })

  test('describe every argument', () => {
    for (const [at, schema] of inputs)
      for (const [name, { description, anyOf = [] }] of Object.entries(schema.properties ?? {})) {
        if (evident.has(`${at}.${name}`)) continue
        const words = description ?? anyOf.map((one) => one.description ?? '').join('')
        expect(words.length, `${at}.${name}`).toBeGreaterThan(5)
      }
  })

  test('describe the data of each kind of component once', () => {
    const described = (name: string) =>
      tools.find((tool) => tool.name === name)?.inputSchema.properties?.data?.description ?? ''
    const lines = described('create_microsite_component').split('\n')
    for (const kind of componentKinds)
      expect(lines.filter((line) => line.startsWith(`${kind}: `))).toHaveLength(1)
    for (const line of [
      'PROFILE: title, description, image: image, titleColor: colour',
      'LINK: value (What the button says), href: link, +button, +password',
      'IMAGE_SLIDE: slides: [1–20 {image: image (required), href: link, caption: text ≤140}], autoPlay: boolean, interval: number 2–60 (Seconds), +spoiler, +password',
      'COUNTDOWN: timestamp: Unix seconds, textFont: keyword',
      'SHOP_LISTING: title: text ≤140, shopItemIds: [1–50 item], style: keyword (grid or list)',
    ])
      expect(lines).toContain(line)
    expect(described('update_microsite_component')).toContain('create_microsite_component')
    expect(described('update_microsite_component').length).toBeLessThan(200)
  })

  test('describe the fields of links in bulk creation', () => {
    const { items } =
      tools.find(({ name }) => name === 'bulk_create_links')?.inputSchema.properties?.links ?? {}
    expect(Object.keys(items?.properties ?? {})).toStrictEqual(['long_url', 'title', 'short'])
    expect(items?.required).toStrictEqual(['long_url'])
  })

  test('cost a conversation less than 60 KB, in two to five sentences each', () => {
    expect(bytes).toBeLessThan(60_000)
    for (const { name, title, description } of tools) {
      const [words = '', example = ''] = description.split('\nExample: ')
      const sentences = words.split(/[.?](?:\s|$)/).filter(Boolean)
      expect([name, sentences.length >= 2 && sentences.length <= 5]).toStrictEqual([name, true])
      expect(title.length).toBeWithin(8, 32)
      expect(JSON.parse(example)).toBeObject()
    }
  })

  test('mention no dashboard, which agents can’t use', () => {
    expect(JSON.stringify(tools)).not.toMatch(/dashboard/i)
  })

  test('mention only tools that exist', () => {
    const names = new Set(tools.map(({ name }) => name))
    for (const { description, inputSchema } of tools)
      for (const [word] of `${description} ${JSON.stringify(inputSchema)}`.matchAll(
        /\b(?:get|set|list|create|bulk|update|delete|unarchive|check|order)_[a-z_]+\b/g,
      ))
        expect(names).toContain(word)
  })
})

describe('two arguments of one name', () => {
  test('are refused when the tool is declared', () => {
    const [operation] = operations
    if (!operation) throw new Error('there is no operation')
    const twice = { ...operation, params: z.object({ page: z.string() }) }
    expect(() => inputSchemaOf(twice)).toThrow(`${operation.id} has two arguments with the name page`)
  })
})
