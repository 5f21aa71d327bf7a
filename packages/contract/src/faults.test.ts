// Faults and error codes, in the API's words and in those of each language.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Language, languageTags, loadLanguage, messagesFor } from '@linnet/languages'
import { errors as englishErrors } from '@linnet/languages/en/errors'
import { faults as englishFaults } from '@linnet/languages/en/faults'
import type { z } from 'zod'
import { errorCodes } from './errors.ts'
import {
  detailOf,
  type ErrorDetail,
  type Fault,
  type FaultSentences,
  faultIn,
  faultMessage,
  faultSentence,
  sentenceIn,
} from './faults.ts'
import { api, type Operation, validate } from './index.ts'

const errors: (language: Language) => Partial<Record<string, string>> = messagesFor('errors', englishErrors)
const faults: (language: Language) => FaultSentences = messagesFor('faults', englishFaults)

beforeAll(async () => {
  for (const language of languageTags) await loadLanguage(language, 'dashboard')
})

const oddValues = [
  ...[undefined, null, '', 'x', ' x ', '\0', '\u200b', 'x'.repeat(9000), -1, 0.5, 1e15, true, []],
  ...[Array.from({ length: 2000 }, () => 'x'), {}],
]

/** What validation finds when each field of each operation holds each of the odd values. */
function oddDetails(): ErrorDetail[] {
  const operations = Object.values(api).flatMap((group) => Object.values(group) as unknown as Operation[])
  return operations.flatMap(({ body, query, params }) =>
    [body, query, params].flatMap((schema) =>
      Object.keys(schema?.shape ?? {}).flatMap((field) =>
        oddValues.flatMap((value) => validate(schema as z.ZodObject, { [field]: value }).details ?? []),
      ),
    ),
  )
}

describe.each(languageTags)('in the language %s', (language) => {
  test('each error code has a message of its own', () => {
    expect(Object.keys(errors(language)).sort()).toEqual(Object.keys(errorCodes).sort())
  })

  test('each fault of any field of any operation is a sentence for people', () => {
    const details = oddDetails()
    expect(new Set(details.map(({ code }) => code)).size).toBeGreaterThan(20)
    for (const detail of details) {
      const sentence = sentenceIn(faults(language), detail)
      expect(sentence).toMatch(/^\p{Lu}.*\.$/su)
      expect(sentence).not.toMatch(/undefined|\[object|=>/)
      expect(sentence).not.toBe(detail.message)
    }
  })

  test('sentences have the parameters of their fault', () => {
    const cases: [params: string[], fault: Fault][] = [
      [['48'], { code: 'too_long', params: { most: 48, unit: 'character' } }],
      [['active', 'all'], { code: 'not_one_of', params: { values: ['active', 'all'] } }],
      [['bad.example'], { code: 'block_listed', params: { host: 'bad.example' } }],
      [
        ['_x.example.com', 'proof'],
        { code: 'no_txt_record', params: { name: '_x.example.com', value: 'proof' } },
      ],
    ]
    for (const [params, fault] of cases)
      for (const param of params) expect(sentenceIn(faults(language), fault)).toContain(param)
  })
})

test('a fault can be read back from the message of an issue', () => {
  const fault = { code: 'too_large', params: { most: 100 } } as const
  expect(faultIn(faultMessage(fault))).toEqual(fault)
  expect(faultIn('Invalid input')).toEqual({ code: 'invalid' })
})

test('a detail is the path, the API’s sentence, and the fault', () => {
  expect(detailOf('links.3.long_url', { code: 'required' })).toEqual({
    path: 'links.3.long_url',
    message: 'is required',
    code: 'required',
  })
  expect(faultSentence({ code: 'wrong_type', params: { expected: ['string', 'list'], got: 'null' } })).toBe(
    'must be a string or a list, not null',
  )
})
