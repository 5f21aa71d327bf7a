// What a failed browser test prints about its window, so that the output alone shows why it failed.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { recordFile } from '../command/failure-records.ts'
import { pictureMilliseconds } from '../timeouts.ts'

// Dialogs and menus are at the end of a page.
const shownFirst = 40
const shownLast = 80
const longestLine = 200

/** The text of a window's pages, the browser's console output, and the paths of screenshots. */
export async function evidenceOf(context: BrowserContext, said: readonly string[]): Promise<string> {
  const shown = await Promise.all(context.pages().map(describePage))
  const heard = said.length > 0 ? ['Console output:', ...said.slice(-20).map(indented)] : []
  return [...shown.flat(), ...heard].join('\n')
}

/** Adds the evidence to the error itself, which keeps its stack and its expected value. */
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
    `Page: ${page.url()}`,
    text === undefined ? 'The page did not respond, so its text is unknown.' : 'Text:',
    ...linesOf(text ?? ''),
    drawn ? `Screenshot: ${picture}` : 'A screenshot could not be taken.',
  ]
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => (line.trim() ? [line.slice(0, longestLine)] : []))
  if (lines.length <= shownFirst + shownLast) return lines.map(indented)
  return [...lines.slice(0, shownFirst), '…', ...lines.slice(-shownLast)].map(indented)
}

const indented = (text: string) => text.replace(/^/gm, '  ')

/** A page does not respond while it asks whether to leave, or while a script is in an endless loop. */
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

/** Outside `npm test`, screenshots are kept in a temporary folder. */
function pictureFile(): string {
  const record = recordFile('page.png')
  if (record) return record
  temporary ??= mkdtempSync(join(tmpdir(), 'linnet-failures-'))
  return join(temporary, `${crypto.randomUUID()}.png`)
}
