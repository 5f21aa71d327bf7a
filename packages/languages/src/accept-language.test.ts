// Choosing the language from Accept-Language.
import { describe, expect, test } from 'bun:test'
import { type Language, languageOf } from './index.ts'

const table: [header: string | null, language: Language][] = [
  [null, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['id', 'id'],
  ['ID', 'id'],
  ['id-ID', 'id'],
  ['in', 'id'],
  ['in-ID, en;q=0.5', 'id'],
  ['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
  ['en-US,en;q=0.9,id;q=0.8', 'en'],
  ['en;q=0.8, id;q=0.9', 'id'],
  ['en ; q=0.1 , id ; q=0.2', 'id'],
  ['EN;Q=0.1, ID;Q=0.2', 'id'],
  ['jv, id;q=0.6', 'id'],
  ['fr, id;q=0.001', 'id'],
  ['id, en', 'id'],
  ['en, id', 'en'],
  ['id;q=0.5, en;q=0.5', 'id'],
  ['id;q=0', 'en'],
  ['id;q=0, *', 'en'],
  ['en;q=0, *', 'id'],
  ['*;q=0.5, id', 'id'],
  ['*, id;q=0.5', 'en'],
  ['*, id', 'id'],
  ['id;q=1.5, en;q=0.1', 'en'],
  ['id;q=high', 'en'],
  ['idx, inuit', 'en'],
  [',,;q=1,', 'en'],
]

describe('languageOf', () => {
  test.each(table)('%p asks for %p', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})

test('only the first few of a header’s thousands of languages are read', () => {
  expect(languageOf(`${'fr,'.repeat(40)}id`)).toBe('id')
  expect(languageOf(`${'fr,'.repeat(5000)}id`)).toBe('en')
})
