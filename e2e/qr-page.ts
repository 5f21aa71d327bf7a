// Drives the QR code page: its downloads, and a logo.
import type { Page } from 'playwright-core'
import { downloadFromMenu } from './menus.ts'

export const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="M0 0h64v64H0z"/></svg>'

/** The download that a menu entry starts. */
export async function downloaded(page: Page, name: string | RegExp) {
  const download = await downloadFromMenu(page, { button: 'Download', entry: name })
  return { name: download.suggestedFilename(), bytes: await Bun.file(await download.path()).bytes() }
}
