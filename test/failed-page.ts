// What the output of a failed browser test says of its window, so that it alone tells why the test failed.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { recordFile } from './failure-records.ts'
import { pictureMilliseconds } from './patience.ts'

const shownLines = 60
const shownLength = 4_000

/** What the pages of a window show, what the browser's console said, and where pictures of them are. */
export async function evidenceOf(context: BrowserContext, said: readonly string[]): Promise<string> {
  const shown = await Promise.all(context.pages().map(describePage))
  const heard = said.length > 0 ? ['The console said:', ...said.slice(-20).map(indented)] : []
  return [...shown.flat(), ...heard].join('\n')
}

/** The same error, so that it still says where it came from and what was expected, with this evidence. */
export function withEvidence(error: unknown, evidence: string): Error {
  const it = error instanceof Error ? error : new Error(String(error))
  it.message += `\n\n${evidence}`
  return it
}

async function describePage(page: Page): Promise<string[]> {
  const text = await inTime(page.evaluate(() => document.body?.innerText ?? ''))
  const picture = pictureFile()
  const drawn = await inTime(page.screenshot({ path: picture, timeout: pictureMilliseconds }))
  return [
    `The page was at ${page.url()}`,
    text === undefined ? 'It did not answer when it was asked for its text.' : 'It read:',
    ...firstLines(text ?? ''),
    drawn ? `A picture of it: ${picture}` : 'No picture of it could be taken.',
  ]
}

function firstLines(text: string): string[] {
  const lines = text.slice(0, shownLength).split('\n')
  const full = lines.filter((line) => line.trim())
  const rest = full.length > shownLines || text.length > shownLength ? ['…'] : []
  return [...full.slice(0, shownLines), ...rest].map(indented)
}

const indented = (text: string) => text.replace(/^/gm, '  ')

/** A page answers nothing while it asks whether it may be closed, or runs in circles. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), pictureMilliseconds)
  try {
    return await Promise.race([answer.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

let temporary: string | undefined

/** Outside of `npm test`, which shows where they are, pictures stay behind in a temporary folder. */
function pictureFile(): string {
  const record = recordFile('page.png')
  if (record) return record
  temporary ??= mkdtempSync(join(tmpdir(), 'linnet-failures-'))
  return join(temporary, `${crypto.randomUUID()}.png`)
}
