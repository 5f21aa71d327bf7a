// Saves templates of campaign parameters under whatever names people choose, and reads whatever a browser has stored.
import { describe, expect, test } from 'bun:test'
import {
  mostTemplates,
  readTemplates,
  type Templates,
  withoutTemplate,
  withTemplate,
} from './saved-templates.ts'

const mail = { utm_source: 'newsletter', utm_medium: 'email' }
const full: Templates = Object.fromEntries(
  Array.from({ length: mostTemplates }, (_, index) => [`template ${index}`, mail]),
)

describe('a template is saved', () => {
  test('under its name, beside the others', () => {
    expect(withTemplate({ Ads: {} }, 'Mail', mail)).toEqual({ Ads: {}, Mail: mail })
  })

  test('in place of one with the same name, even if there is no room for another one', () => {
    expect(withTemplate(full, 'template 7', {})).toEqual({ ...full, 'template 7': {} })
  })

  test.each(['toString', 'constructor', '__proto__'])('under the name %s, which every object has', (name) => {
    const saved = withTemplate({}, name, mail)
    expect(Object.entries(saved ?? {})).toEqual([[name, mail]])
    expect(Object.entries(readTemplates(JSON.stringify(saved)))).toEqual([[name, mail]])
  })
})

describe('a template is not saved', () => {
  test('without a name', () => {
    expect(withTemplate({}, '', mail)).toBeNull()
  })

  test.each(['one more', 'toString', 'constructor'])('if there is no room for it: %s', (name) => {
    expect(withTemplate(full, name, mail)).toBeNull()
  })
})

test('a template is removed, and the others stay', () => {
  expect(withoutTemplate({ Ads: {}, Mail: mail }, 'Ads')).toEqual({ Mail: mail })
})

describe('stored templates', () => {
  test('are read as they were written', () => {
    expect(readTemplates(JSON.stringify({ Mail: mail }))).toEqual({ Mail: mail })
  })

  test.each([null, '', 'null', '7', '{"Mail"'])('are ignored if they are not valid: %p', (stored) => {
    expect(readTemplates(stored)).toEqual({})
  })
})
