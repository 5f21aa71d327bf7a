// The pictures of docs/themes.md: each theme on a phone, from the sample page.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { themeNames } from '@linnet/pages'
import type { Browser } from 'playwright-core'
import { openWindow } from '../browser/browser-window.ts'
import type { MicrositeServer } from './microsite-server.ts'
import { samplePage, usual } from './sample-microsite.ts'

/** Writes one WebP picture per theme into the folder. */
export async function writeThemePictures(
  chrome: Browser,
  server: MicrositeServer,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { context, page } = await openWindow(chrome, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  for (const theme of themeNames) {
    await page.goto(server.show(samplePage(usual, { theme })))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const picture = await page.screenshot()
    const small = await new Bun.Image(picture).webp({ quality: 82 }).bytes()
    writeFileSync(join(folder, `${theme}.webp`), small)
  }
  await context.close()
}
