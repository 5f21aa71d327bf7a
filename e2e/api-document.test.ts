// Runs docs/api.md as it is written: each command prints the output shown below it, and its table has every error code.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { errorCodes } from '@linnet/contract'
import { needs } from '../test/command/requirements.ts'
import { root } from '../test/machine/program.ts'
import { typedDocument } from './typed-document.ts'

needs('curl')

const renewal = 'RENEW_DOCS=1 npm test -- api-document'
const documentFile = join(root, 'docs/api.md')
const document = typedDocument('api.md')
beforeAll(() => document.open())
afterAll(() => document.close())

test('every command is followed by its output', () => {
  expect(document.commands.shown).toBe(document.commands.all)
  expect(document.commands.all).toBeGreaterThan(10)
})

test(`the commands, run one after the other, print what the document shows; \`${renewal}\` updates it`, () =>
  document.type())

test(`the table has every error with its status and what to do about it; \`${renewal}\` updates it`, async () => {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |\n`,
  )
  const table = `| code | status | |\n|---|---|---|\n${rows.join('')}`
  const text = await Bun.file(documentFile).text()
  const renewed = text.replace(/^\| code \| status \| \|\n(\|.*\n)*/m, () => table)
  expect(renewed).toContain(table)
  if (process.env.RENEW_DOCS) await Bun.write(documentFile, renewed)
  else expect(text).toBe(renewed)
})
