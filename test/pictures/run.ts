// Takes pictures of microsites: `npm run pictures -- folder [name…]` of each kind in its variants and of each theme, on a
// phone and a desktop, in light and dark; `npm run pictures -- themes` those of docs/themes.md, `npm run pictures --
// dashboard [page…]` those of docs/dashboard.md, and `npm run pictures -- readme` those of README.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type MicrositePage, themeNames } from '@linnet/pages'
import { launchBrowser, openWindow } from '../browser/browser-window.ts'
import { writeDashboardPictures } from './dashboard-pictures.ts'
import { interactiveKinds } from './interactive-samples.ts'
import { serveMicrosites } from './microsite-server.ts'
import { writeReadmePictures } from './readme-pictures.ts'
import { kindsInLooks, samplePage, usual } from './sample-microsite.ts'
import { writeThemePictures } from './theme-pictures.ts'

const windows = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desk-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

const [folder = '', ...wanted] = process.argv.slice(2)
if (folder === '') {
  console.error('Name a folder for the pictures: npm run pictures -- /tmp/pictures')
  process.exit(2)
}
const pages: [name: string, page: MicrositePage][] = [
  ...Object.entries({ ...kindsInLooks, ...interactiveKinds }).map(
    ([name, components]): [string, MicrositePage] => [name, samplePage(components)],
  ),
  ...themeNames.map((theme): [string, MicrositePage] => [`theme-${theme}`, samplePage(usual, { theme })]),
]
const chosen = pages.filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
const server = serveMicrosites()
const chrome = await launchBrowser()
try {
  if (folder === 'themes')
    await writeThemePictures(chrome, server, resolve(import.meta.dir, '../../docs/themes'))
  else if (folder === 'readme')
    await writeReadmePictures(chrome, server, resolve(import.meta.dir, '../../docs/readme'))
  else if (folder === 'dashboard') {
    const pictures = resolve(import.meta.dir, '../../docs/dashboard')
    console.log(`${await writeDashboardPictures(chrome, pictures, wanted)} pictures are in ${pictures}`)
  } else {
    mkdirSync(folder, { recursive: true })
    for (const { name: kindOfWindow, ...options } of windows) {
      const { context, page: tab } = await openWindow(chrome, { ...options, reducedMotion: 'reduce' })
      for (const [name, page] of chosen) {
        await tab.goto(server.show(page))
        await tab.evaluate(() => document.fonts.ready.then(() => undefined))
        // Elements that are fixed to the window, such as the backdrop, fill the picture only in a window as high as the
        // page.
        const height = await tab.evaluate(() => document.documentElement.scrollHeight)
        await tab.setViewportSize({ ...options.viewport, height })
        writeFileSync(join(folder, `${name}-${kindOfWindow}.png`), await tab.screenshot())
        await tab.setViewportSize(options.viewport)
      }
      await context.close()
    }
    console.log(`${chosen.length * windows.length} pictures are in ${folder}`)
  }
} finally {
  await chrome.close()
  await server.stop()
}
