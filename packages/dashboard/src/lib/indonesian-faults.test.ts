// Every message about a field has an Indonesian translation: those of validation and those of rules.
import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { api, type Operation, validate } from '@linnet/contract'
import { z } from 'zod'
import { faultInIndonesian } from './indonesian-faults.ts'

const packages = resolve(import.meta.dir, '../../..')
const operations = Object.values(api).flatMap((room) => Object.values(room) as unknown as Operation[])

const oddValues = [
  undefined,
  null,
  '',
  'x',
  ' x ',
  '\0',
  '\u200b',
  'x'.repeat(9000),
  -1,
  0.5,
  1e15,
  true,
  [],
  Array.from({ length: 2000 }, () => 'x'),
  {},
]

/** What validation says of each field of each operation, when it holds each of the odd values. */
function messagesOf({ body, query, params }: Operation): string[] {
  return [body, query, params].flatMap((schema) =>
    Object.keys(schema?.shape ?? {}).flatMap((field) =>
      oddValues.flatMap(
        (value) =>
          validate(schema as z.ZodObject, { [field]: value }).details?.map(({ message }) => message) ?? [],
      ),
    ),
  )
}

function expectTranslated(messages: string[]): void {
  const inEnglish = [...new Set(messages)].filter((message) => {
    const sentence = faultInIndonesian(message)
    return sentence === null || /\b(must|is|not|undefined|characters|entries|number|text)\b/.test(sentence)
  })
  expect(inEnglish).toStrictEqual([])
}

describe('the Indonesian translation', () => {
  test('covers the validation messages of every field of every operation', () => {
    const messages = operations.flatMap(messagesOf)
    expect(messages.length).toBeGreaterThan(500)
    expectTranslated(messages)
  })

  test('covers the validation messages for types of values that no operation has', () => {
    const schemas: [z.ZodType, unknown][] = [
      [z.number().lt(3), 5],
      [z.number().gt(3), 1],
      [z.number().multipleOf(5), 3],
      [z.strictObject({}), { a: 1 }],
      [z.union([z.string(), z.number()]), true],
      [z.union([z.string(), z.object({})]), 1],
      [z.literal(''), 'x'],
      [z.literal('a'), 'x'],
      [z.array(z.string()).max(1), ['a', 'b']],
      [z.array(z.string()).min(1), []],
      [z.uuid(), 'x'],
      [z.email(), 'x'],
      [z.custom(() => false), 'x'],
    ]
    expectTranslated(
      schemas.flatMap(
        ([schema, value]) => validate(schema, value).details?.map(({ message }) => message) ?? [],
      ),
    )
    expect(faultInIndonesian('must be a string or an object, not a number')).toBe(
      'Harus berupa teks atau objek, bukan angka.',
    )
    expect(faultInIndonesian('must have at most 1 entry')).toBe('Paling banyak 1 entri.')
    expect(faultInIndonesian('must be one of active, archived, all')).toBe(
      'Harus salah satu dari active, archived, all.',
    )
  })

  test('covers every message about a field in the source of the contract, the features and the renderer', async () => {
    const files = [...new Bun.Glob('{contract,server}/src/**/*.ts').scanSync({ cwd: packages })]
    const sources = await Promise.all(
      files
        .filter(
          // What shrinking refuses is the process's own fault, and reaches no field.
          (file) =>
            /^contract|\/features\/|\/platform\/drawing\//.test(file) &&
            !/(?:\.test|commands|validation|shrink)\.ts$/.test(file),
        )
        .map((file) => Bun.file(`${packages}/${file}`).text()),
    )
    const sentences = sources.flatMap((source) => [
      // A template holds something else each time; a number, a word and an address stand for most of it.
      ...[
        ...source.matchAll(
          /'((?:must|may have|has been|has an|has more|is required|is no|is an|is damaged|is one that|is not (?:right|the)|is what|is asked|is switched) [^'\n]*)'/g,
        ),
      ].map(([, text = '']) => text),
      ...[
        ...source.matchAll(/`(must [^`\n]*)`/g),
        ...source.matchAll(
          /['`]((?:The (?:image|file|SVG|picture)|There is something in the picture) [^'`\n]*)['`]/g,
        ),
      ].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '7')),
    ])
    expect(sentences.length).toBeGreaterThan(60)
    expectTranslated(sentences)
  })

  test('is null for an unknown message', () => {
    expect(faultInIndonesian('was never heard of')).toBeNull()
  })
})
