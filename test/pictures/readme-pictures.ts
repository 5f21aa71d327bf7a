// The pictures at the top of README.md: the dashboard on a desktop and a microsite on a phone, each in light and dark.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openWindow } from '../browser/browser-window.ts'
import { inDashboard, phone, settled } from '../browser/dashboard.ts'
import { startInstance } from '../instance.ts'
import type { MicrositeServer } from './microsite-server.ts'
import { fillSampleAccount, sampleInstance } from './sample-account.ts'
import { samplePage, usual } from './sample-microsite.ts'

const schemes = ['light', 'dark'] as const
// As high as the phone's picture when the README shows them side by side, 620 and 200 pixels wide.
const desk = { width: 1280, height: 894 }

/** Writes four WebP pictures into the folder. */
export async function writeReadmePictures(
  chrome: Browser,
  server: MicrositeServer,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await takeDashboard(chrome, folder)
  await takeMicrosite(chrome, server, folder)
}

async function takeDashboard(chrome: Browser, folder: string): Promise<void> {
  const instance = await startInstance('sqlite', sampleInstance)
  try {
    const { account } = await fillSampleAccount(instance)
    // The sample account's clicks end yesterday, so that the timeline would drop to zero.
    for (let visitor = 1; visitor <= 24; visitor++)
      await instance.visit('/spring', { 'x-forwarded-for': `36.66.1.${visitor}` })
    for (const colorScheme of schemes)
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open('/statistics?compare=false')
          await page.waitForLoadState('networkidle')
          await settled(page)
          await write(page, join(folder, `dashboard-${colorScheme}.webp`))
        },
        { viewport: desk, colorScheme },
      )
  } finally {
    await instance.stop()
    await instance.database.remove()
  }
}

async function takeMicrosite(chrome: Browser, server: MicrositeServer, folder: string): Promise<void> {
  for (const colorScheme of schemes) {
    const { context, page } = await openWindow(chrome, { ...phone, colorScheme, reducedMotion: 'reduce' })
    await page.goto(server.show(samplePage(usual)))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await write(page, join(folder, `microsite-${colorScheme}.webp`))
    await context.close()
  }
}

async function write(page: Page, file: string): Promise<void> {
  writeFileSync(file, await new Bun.Image(await page.screenshot()).webp({ quality: 82 }).bytes())
}
