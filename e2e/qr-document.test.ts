// Runs docs/qr.md as it is written: each command prints the output shown below it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { needs } from '../test/command/requirements.ts'
import { typedDocument } from './typed-document.ts'

needs('curl')

const renewal = 'RENEW_DOCS=1 npm test -- qr-document'
const document = typedDocument('qr.md')
beforeAll(() => document.open())
afterAll(() => document.close())

test('every command is followed by its output', () => {
  expect(document.commands.shown).toBe(document.commands.all)
  expect(document.commands.all).toBe(6)
})

test(`the commands, run one after the other, print what the document shows; \`${renewal}\` updates it`, () =>
  document.type())
